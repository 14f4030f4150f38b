import { smallestPicture } from "../../../packages/server/src/manage/testing/test-picture.ts";
import type { ManageSession } from "./manage-session.ts";
import type { SeededDevices } from "./world-devices.ts";

/** The boards of the seeded world, by name: one of each kind of tile, one with a picker, and an empty one. */
export async function seedBoards(
  owner: ManageSession,
  devices: SeededDevices,
): Promise<ReadonlyMap<string, string>> {
  const boards = new Map<string, string>();
  for (const [name, definition] of Object.entries(definitions(devices))) {
    const { uuid } = await owner.do("POST", "./boards", { name, definition });
    boards.set(name, uuid);
  }
  await addImage(owner, boards.get("Any greenhouse")!);
  return boards;
}

async function addImage(owner: ManageSession, board: string): Promise<void> {
  const { image } = await owner.addFile(`./boards/${board}/images`, smallestPicture);
  const { definition } = await owner.do("GET", `./boards/${board}`);
  const tiles = [
    ...definition.tiles,
    tile("image", [0, 7, 3, 4], { image, alt: "The greenhouses from above" }),
  ];
  await owner.do("PATCH", `./boards/${board}`, { definition: { ...definition, tiles } });
}

/** Creates a share link and returns its token. */
export async function shareBoard(owner: ManageSession, board: string): Promise<string> {
  const wanted = { name: "Screen in the cold store", expires_in_days: 90 };
  return (await owner.do("POST", `./boards/${board}/share-links`, wanted)).token;
}

function definitions(devices: SeededDevices) {
  const of = (device: string, sensor: string) => ({ device: devices.get(device)!.uuid, sensor });
  const picked = (sensor: string) => ({ device: null, sensor });
  const freezers = [2, 3, 4].map((number) => of(`Freezer ${number}`, "temperature"));
  return {
    "Cold chain": {
      span: "6h",
      tiles: [
        tile("value", [0, 0, 3, 2], { source: of("Freezer 2", "temperature") }, "Freezer 2"),
        tile("value", [3, 0, 3, 2], { source: of("Cold room 1", "temperature") }, "Cold room 1"),
        tile("group_status", [6, 0, 6, 2], { devices: { kind: "group", group: "Cold rooms" } }, "Cold rooms"),
        tile("chart", [0, 2, 8, 4], { sources: freezers }, "Freezers"),
        tile(
          "gauge",
          [8, 2, 4, 4],
          { source: of("Freezer 3", "temperature"), min: -30, max: 10, thresholds: [-15, -10] },
          "Freezer 3",
        ),
        tile("alarms", [0, 6, 4, 4], { severities: ["critical", "warning", "info"] }),
        tile(
          "table",
          [4, 6, 8, 4],
          { devices: { kind: "group", group: "Cold rooms" }, sensors: ["temperature", "door"] },
          "All cold rooms",
        ),
        tile("chart", [0, 10, 4, 3], { sources: [of("Freezer 2", "door")], style: "states" }, "Doors"),
        tile(
          "chart",
          [4, 10, 5, 3],
          { sources: [of("Pump 1", "power")], style: "bars", span: "24h" },
          "Power",
        ),
        tile("values", [0, 13, 4, 4], { sources: [...freezers, of("Freezer 2", "door")] }, "Freezers now"),
        tile("log", [4, 13, 4, 4], { of: "readings", sources: freezers }, "Newest readings"),
        tile("log", [8, 13, 4, 4], { of: "alarms" }, "Past alarms"),
        tile("text", [9, 10, 3, 3], {
          text: "On-call: Ada, extension 12.\nSpare fuses are in the workshop.",
        }),
      ],
    },
    "Any greenhouse": {
      variable: { kind: "device", default: devices.get("Greenhouse 3")!.uuid },
      tiles: [
        tile("value", [0, 0, 3, 2], { source: picked("temperature") }),
        tile("value", [3, 0, 3, 2], { source: picked("humidity") }),
        tile("map", [9, 0, 3, 3], { devices: { kind: "group", group: "Greenhouses" } }),
        tile("gauge", [6, 0, 3, 3], { source: picked("soil"), min: 0, max: 100 }),
        tile("chart", [0, 3, 12, 4], { sources: [picked("temperature"), picked("humidity")] }),
      ],
    },
    "For the summer": {},
  };
}

let tiles = 0;

function tile(kind: string, [x, y, width, height]: readonly number[], settings: object, title = "") {
  return { id: `tile-${++tiles}`, kind, title, place: { x, y, width, height }, settings };
}
