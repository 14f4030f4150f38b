import { expect, test } from "bun:test";
import { type Box, viewAround, viewInOtherRoom, viewOfAll, viewOfChain, viewWith } from "./canvas-view.ts";

const room = { width: 1000, height: 500 };
const node = (x: number, y = 0): Box => ({ x, y, width: 184, height: 90 });
const small = { all: { x: 0, y: 0, width: 472, height: 90 }, nodes: [node(0), node(288)] };
const long = { all: { x: 0, y: 0, width: 9000, height: 90 }, nodes: [node(0), node(8816)] };

test("shows a short chain completely, and the beginning of a long one", () => {
  expect(viewOfChain(small, room)).toEqual(viewOfAll(small.all, room));
  const view = viewOfChain(long, room);
  expect(view.zoom).toBe(0.85);
  expect(view.x).toBe(24);
});

test("keeps a chain completely visible when the room changes", () => {
  const narrow = { width: 400, height: 500 };
  expect(viewInOtherRoom(small, viewOfAll(small.all, room), narrow, room)).toEqual(
    viewOfAll(small.all, narrow),
  );
});

test("keeps the middle of a moved view, unless no node would be visible", () => {
  const narrow = { width: 900, height: 500 };
  const moved = { x: -100, y: 30, zoom: 1 };
  expect(viewInOtherRoom(long, moved, narrow, room)).toEqual({ x: -150, y: 30, zoom: 1 });
  const lost = { x: -3000, y: 30, zoom: 1 };
  expect(viewInOtherRoom(long, lost, narrow, room)).toEqual(viewOfChain(long, narrow));
});

test("brings a node beyond the edge inside, and does not move for a visible one", () => {
  const view = { x: 0, y: 100, zoom: 1 };
  expect(viewWith(node(100), false, view, room)).toBe(view);
  expect(viewWith(node(1200), false, view, room)).toEqual({ x: -408, y: 100, zoom: 1 });
  expect(viewWith(node(-50), false, view, room)).toEqual({ x: 74, y: 100, zoom: 1 });
});

test("zooms out to show several nodes that do not fit", () => {
  expect(viewWith(long.all, true, { x: 0, y: 0, zoom: 1 }, room)).toEqual(viewOfAll(long.all, room));
});

test("centres a linked node at a readable size", () => {
  const view = viewAround(node(2000, 300), { x: 0, y: 0, zoom: 0.2 }, room);
  expect(view.zoom).toBe(0.85);
  expect((2000 + 92) * view.zoom + view.x).toBeCloseTo(500);
  expect((300 + 45) * view.zoom + view.y).toBeCloseTo(250);
});
