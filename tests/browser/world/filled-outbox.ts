import type { ChainDefinition } from "@weir/rule-engine/chain";
import { waitUntil } from "../../harness/wait-until.ts";
import type { OwnedAccount, OwnedDevice } from "./owned-account.ts";
import { sendReadings } from "./world-traffic.ts";

/**
 * Sends every reading to two addresses that operators have not allowed and where nothing listens, and gives up at once.
 */
const telling: ChainDefinition = {
  nodes: [
    { id: "input", type: "input", version: 1, name: "Readings", config: {}, position: { x: 0, y: 0 } },
    {
      id: "tell",
      type: "webhook",
      version: 1,
      name: "Tell",
      position: { x: 200, y: 0 },
      config: { url: "http://127.0.0.1:9/in" },
    },
    {
      id: "publish",
      type: "mqtt",
      version: 1,
      name: "Publish",
      position: { x: 200, y: 100 },
      config: { url: "mqtt://127.0.0.1:9", topic: "readings" },
    },
  ],
  wires: [
    { from: "input", output: "out", to: "tell" },
    { from: "input", output: "out", to: "publish" },
  ],
};

/** Fills the outbox with two messages of each of two devices, Attic and Kiln, and returns the latter. */
export async function fillOutbox(at: OwnedAccount): Promise<OwnedDevice> {
  await at.publishDefaultChain(telling);
  const addSending = async (name: string): Promise<OwnedDevice> => {
    const device = await at.owner.do("POST", "./devices", { name, sensors: [{ slug: "heat" }] });
    await sendReadings(at.served.url, device, "/sensors/heat/readings", { data: { value: 1 } });
    return device;
  };
  await addSending("Attic");
  const kiln = await addSending("Kiln");
  await waitUntil("all messages are in the outbox", async () => {
    const { items } = await at.owner.do("GET", "./outbox");
    return items.length === 4;
  });
  return kiln;
}
