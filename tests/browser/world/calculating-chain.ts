import type { OwnedAccount } from "./owned-account.ts";
import { sendReadings } from "./world-traffic.ts";

/** Multiplies each reading by this and saves it. */
export function calculating(factor: string) {
  const at = (x: number) => ({ x, y: 0 });
  return {
    nodes: [
      { id: "input", type: "input", name: "Readings", position: at(0) },
      {
        id: "calibrate",
        type: "calculate",
        name: "Calibrate",
        position: at(288),
        config: { value: `value * (${factor})` },
      },
      { id: "save", type: "save", name: "Save", position: at(576) },
    ],
    wires: [
      { from: "input", output: "out", to: "calibrate" },
      { from: "calibrate", output: "out", to: "save" },
    ],
  };
}

/** Publishes a chain whose calculation fails, for a new device. */
export async function publishFailing(at: OwnedAccount, name: string) {
  const definition = calculating("double(metadata.factor)");
  const { uuid: chain } = await at.owner.do("POST", "./chains", { name, definition });
  await at.owner.do("POST", `./chains/${chain}/publish`, { note: "" });
  const device = await at.createDevice(["temperature"]);
  await at.owner.do("PUT", "./chain-assignments", { chain, device: device.uuid });
  const fail = () =>
    sendReadings(at.served.url, device, "/sensors/temperature/readings/bulk", { data: [{ value: 5 }] });
  return { chain: chain as string, fail };
}
