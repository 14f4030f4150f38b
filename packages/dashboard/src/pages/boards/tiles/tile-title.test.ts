import { expect, test } from "bun:test";
import type { Tile } from "../model/board.ts";
import { titleOf } from "./tile-title.ts";

const uuid = "0b9ab0a2-6f0c-4f0f-9a39-3b1f4a3a3c11";
const chart = (...sensors: string[]) =>
  ({
    id: "c",
    kind: "chart",
    title: "",
    place: { x: 0, y: 0, width: 3, height: 3 },
    settings: { sources: sensors.map((sensor) => ({ device: uuid, sensor })) },
  }) as unknown as Tile;

test("a tile is never named by a UUID, neither while its sensors load nor if they are gone", () => {
  for (const state of ["loading", "missing", "unpicked"]) {
    expect(titleOf(chart(uuid), () => state)).toBe("Chart");
    expect(titleOf(chart(uuid, "humidity"), () => state)).toBe("humidity");
  }
  expect(titleOf(chart(uuid, uuid), () => ({ sensor: { name: "Temperature" } }))).toBe("Temperature");
});
