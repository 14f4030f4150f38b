import { expect, test } from "bun:test";
import { mapSquares, squareUrl } from "./map-squares.ts";
import { mapView } from "./map-view.ts";

const box = { width: 600, height: 400 };

test("covers the box with squares of about the usual size, without gaps", () => {
  const view = mapView(
    [
      { latitude: 52.52, longitude: 13.4 },
      { latitude: 52.4, longitude: 13.1 },
    ],
    box,
    { edgePx: 32, leastM: 100 },
  );
  const squares = mapSquares(view, box);
  const { sizePx } = squares[0]!;
  expect(sizePx).toBeGreaterThan(180);
  expect(sizePx).toBeLessThan(363);
  const lefts = [...new Set(squares.map(({ left }) => left))].sort((a, b) => a - b);
  const tops = [...new Set(squares.map(({ top }) => top))].sort((a, b) => a - b);
  expect(squares.length).toBe(lefts.length * tops.length);
  expect(lefts[0]!).toBeLessThanOrEqual(0);
  expect(tops[0]!).toBeLessThanOrEqual(0);
  expect(lefts.at(-1)! + sizePx).toBeGreaterThanOrEqual(box.width);
  expect(tops.at(-1)! + sizePx).toBeGreaterThanOrEqual(box.height);
});

test("puts a place into the square that tile servers have it in", () => {
  // The Brandenburg Gate at zoom level 12 is in 2200/1343.
  const [latitude, longitude] = [52.5163, 13.3777];
  const radiansPerPx = (2 * Math.PI) / (256 * 2 ** 12);
  const centre = mapView([{ latitude, longitude }], box, { edgePx: 32, leastM: 100 }).centre;
  const middle = mapSquares({ centre, radiansPerPx }, box).find(
    ({ left, top, sizePx }) => left <= 300 && left + sizePx > 300 && top <= 200 && top + sizePx > 200,
  );
  expect(middle).toMatchObject({ zoom: 12, x: 2200, y: 1343 });
  expect(squareUrl("https://a.example/{z}/{x}/{y}.png", middle!)).toBe("https://a.example/12/2200/1343.png");
});

test("repeats the world at the date line, and ends at the poles", () => {
  const squares = mapSquares({ centre: { x: Math.PI, y: 0 }, radiansPerPx: (2 * Math.PI) / 512 }, box);
  expect(new Set(squares.map(({ x }) => x))).toEqual(new Set([0, 1]));
  expect(new Set(squares.map(({ y }) => y))).toEqual(new Set([0, 1]));
});
