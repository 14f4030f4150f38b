import type { OwnedAccount, OwnedDevice } from "./owned-account.ts";
import { sendReadings } from "./world-traffic.ts";

export interface HallBoard {
  readonly uuid: string;
  /** The device that the board shows. */
  readonly device: OwnedDevice;
  send(...values: readonly number[]): Promise<void>;
  /** Creates a link to the board and returns its token. */
  share(embedding?: boolean): Promise<string>;
}

/** Adds the board Hall, with a tile of most kinds, and the device North with two readings. */
export async function addHallBoard(at: OwnedAccount): Promise<HallBoard> {
  const device = await at.createDevice(["temperature"]);
  const send = async (...values: readonly number[]): Promise<void> => {
    for (const value of values)
      await sendReadings(at.served.url, device, "/sensors/temperature/readings", { data: { value } });
    await at.untilSettled();
  };
  await at.owner.do("PATCH", `./devices/${device.uuid}`, { name: "North" });
  await send(20, 21.5);
  const source = { device: null, sensor: "temperature" };
  const { uuid } = await at.owner.do("POST", "./boards", {
    name: "Hall",
    definition: {
      variable: { kind: "device", default: device.uuid },
      tiles: [
        tile("value", { source }, "Now", 0),
        tile("gauge", { source, min: 0, max: 40 }, "Scale", 1),
        tile("chart", { sources: [source] }, "Day", 2),
        tile("table", { devices: { kind: "variable" }, sensors: ["temperature"] }, "Rooms", 3),
        tile("group_status", { devices: { kind: "all" } }, "Fleet", 4),
        tile("alarms", { severities: ["critical"] }, "Alarms", 5),
        tile("map", { devices: { kind: "all" } }, "Site", 6),
        tile("text", { text: "Call Ada" }, "Help", 7),
        tile("values", { sources: [source] }, "List", 8),
        tile("log", { of: "readings", sources: [source] }, "Newest", 9),
      ],
    },
  });
  const share = async (embedding = false): Promise<string> => {
    const wanted = { expires_in_days: 1, picked: device.uuid, embedding };
    return (await at.owner.do("POST", `./boards/${uuid}/share-links`, wanted)).token;
  };
  return { uuid, device, send, share };
}

function tile(kind: string, settings: object, title: string, nth: number) {
  const place = { x: (nth % 3) * 4, y: Math.floor(nth / 3) * 3, width: 4, height: 3 };
  return { id: `t${nth}`, kind, title, place, settings };
}
