import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { mapView, worldPlace } from "./map-view.ts";
import { type Outline, outlinePath, readOutlines } from "./outlines.ts";

const file = fileURLToPath(new URL("outlines.json", import.meta.url));
const text = readFileSync(file, "utf8");
const outlines = JSON.parse(text) as { readonly land: string; readonly borders: string };
const land = readOutlines(outlines.land);

const at = (latitude: number, longitude: number) => ({ latitude, longitude });

/** Whether a place is within an odd number of the lines. */
function isWithin(lines: readonly Outline[], place: { latitude: number; longitude: number }): boolean {
  const { x, y } = worldPlace(place);
  let isIn = false;
  for (const { points } of lines) {
    for (let from = 0; from < points.length; from += 2) {
      const to = (from + 2) % points.length;
      const [x1, y1, x2, y2] = [points[from]!, points[from + 1]!, points[to]!, points[to + 1]!];
      if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) isIn = !isIn;
    }
  }
  return isIn;
}

test.each([
  ["Berlin", at(52.5, 13.4), true],
  ["Manchester", at(53.5, -2.2), true],
  ["Nairobi", at(-1.3, 36.8), true],
  ["Wellington", at(-41.2, 175.0), true],
  ["Honolulu's island", at(21.45, -158), true],
  ["the North Sea", at(56, 3), false],
  ["the Caspian Sea", at(41.5, 50.8), false],
  ["the middle of the Atlantic", at(30, -40), false],
])("has %s on the right side of the coast", (_, place, isOnLand) => {
  expect(isWithin(land, place)).toBe(isOnLand);
});

test("takes less than 60 kB as it is sent to a browser", () => {
  expect(gzipSync(text, { level: 9 }).length).toBeLessThan(60_000);
});

test("draws only lines that are in sight, again beyond the date line, and no more points than pixels", () => {
  const box = { width: 400, height: 300 };
  const room = { edgePx: 20, leastM: 100 };
  const pointsIn = (path: string) => path.split(/[ML]/).slice(1);
  const europe = mapView([at(60, -10), at(40, 25)], box, room);
  const seen = outlinePath(land, europe, box);
  expect(pointsIn(seen).length).toBeGreaterThan(300);
  expect(pointsIn(seen).length).toBeLessThan(
    land.reduce((sum, { points }) => sum + points.length / 2, 0) / 4,
  );
  expect(outlinePath(land, mapView([at(-49, -130), at(-50, -129)], box, room), box)).toBe("");
  // Fiji lies on both sides.
  const fiji = pointsIn(outlinePath(land, mapView([at(-17, 179), at(-16, -179)], box, room), box));
  const sides = fiji.map((point) => Number(point.split(" ")[0]) > 200);
  expect(new Set(sides).size).toBe(2);
});
