import { expect, test } from "bun:test";
import { deviceBoard } from "./device-board.ts";
import { compacted, overlaps } from "./grid.ts";

const device = "0199e7a4-0000-7000-8000-000000000001";

test("makes a value for each sensor and one chart, all of the picked device", () => {
  const { variable, tiles } = deviceBoard(device, [
    { slug: "temperature", unit: "°C" },
    { slug: "humidity", unit: "%" },
    { slug: "pressure", unit: "hPa" },
    { slug: "inside", unit: "°C" },
  ]);
  expect(variable).toEqual({ kind: "device", within: null, default: device });
  expect(tiles.map(({ kind }) => kind)).toEqual(["value", "value", "value", "value", "chart"]);
  // A third unit would need a third axis.
  expect(tiles.at(-1)).toMatchObject({
    settings: { sources: ["temperature", "humidity", "inside"].map((sensor) => ({ device: null, sensor })) },
  });
});

test("places tiles without gaps or overlaps, and limits their number", () => {
  const { tiles } = deviceBoard(
    device,
    Array.from({ length: 30 }, (_, nth) => ({ slug: `s${nth}`, unit: null })),
  );
  expect(tiles.length).toBe(13);
  expect(compacted(tiles)).toEqual(tiles);
  for (const one of tiles)
    for (const other of tiles) expect(one !== other && overlaps(one.place, other.place)).toBe(false);
  expect(new Set(tiles.map(({ id }) => id)).size).toBe(13);
});

test("makes an empty board of a device without sensors", () => {
  expect(deviceBoard(device, []).tiles).toEqual([]);
});
