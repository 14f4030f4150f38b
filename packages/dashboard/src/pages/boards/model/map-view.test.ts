import { expect, test } from "bun:test";
import { mapView, roundDistance } from "./map-view.ts";

const box = { width: 400, height: 300 };
const room = { edgePx: 20, leastM: 100 };
const at = (latitude: number, longitude: number) => ({ latitude, longitude });

test("puts north above south and east to the right of west, within the edges", () => {
  const { points } = mapView([at(52, 4), at(51, 5)], box, room);
  const [northWest, southEast] = points as [{ x: number; y: number }, { x: number; y: number }];
  expect(northWest.y).toBeCloseTo(20);
  expect(southEast.y).toBeCloseTo(280);
  expect(northWest.x).toBeLessThan(southEast.x);
  expect(northWest.x).toBeGreaterThanOrEqual(20);
});

test("knows the distance that a pixel stands for", () => {
  const { points, metresPerPx } = mapView([at(51, 4.4), at(51.009, 4.4)], box, room);
  // A hundredth of a degree of latitude is 1.11 km.
  expect(Math.abs(points[0]!.y - points[1]!.y) * metresPerPx).toBeCloseTo(1001, -1);
});

test("puts a single location in the middle of at least a hundred metres", () => {
  const { points, metresPerPx } = mapView([at(51, 4)], box, room);
  expect(points).toEqual([{ x: 200, y: 150 }]);
  expect(metresPerPx * (box.height - 40)).toBeCloseTo(100, 0);
});

test("keeps places near the date line together, and shows the poles", () => {
  const { points, metresPerPx } = mapView([at(-17, 179.9), at(-17, -179.9)], box, room);
  expect(points[0]!.x).toBeLessThan(points[1]!.x);
  expect(metresPerPx * box.width).toBeLessThan(30_000);
  expect(mapView([at(90, 0), at(-90, 0)], box, room).points.every(({ y }) => y >= 19 && y <= 281)).toBe(true);
});

test("chooses round distances for its scale", () => {
  expect(roundDistance(1, 80)).toEqual({ px: 50, text: "50 m" });
  expect(roundDistance(30, 80)).toEqual({ px: 2000 / 30, text: "2 km" });
});
