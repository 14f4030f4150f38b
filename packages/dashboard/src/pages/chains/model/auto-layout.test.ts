import { expect, test } from "bun:test";
import type { ChainDefinition } from "@weir/rule-engine/chain";
import { layOut, tidyUp } from "./auto-layout.ts";
import { labelledGapPx } from "./node-geometry.ts";

const outputs = ["out", "changed", "unchanged"];
const size = { width: 184, height: 90 };
const place = (wires: ChainDefinition["wires"]) => {
  const ids = [...new Set(wires.flatMap(({ from, to }) => [from, to]))];
  const nodes = ids.map((id) => ({
    id,
    type: "log",
    version: 1,
    name: "",
    config: {},
    position: { x: 0, y: 0 },
  }));
  return layOut({ nodes, wires }, { sizeOf: () => size, outputsOf: () => outputs });
};
const wires = [
  { from: "input", output: "out", to: "deadband" },
  { from: "deadband", output: "unchanged", to: "stop" },
  { from: "deadband", output: "changed", to: "save" },
  { from: "input", output: "out", to: "save" },
];

test("places each node to the right of those that lead to it, with room for the name on the wire", () => {
  const places = place(wires);
  for (const { from, output, to } of wires) {
    const gap = places.get(to)!.x - places.get(from)!.x - size.width;
    expect(gap).toBeGreaterThan(labelledGapPx(output));
  }
});

test("places nodes after an upper output above those after a lower one", () => {
  const places = place(wires);
  expect(places.get("save")!.y).toBeLessThan(places.get("stop")!.y);
});

test("makes more room for a longer name", () => {
  const gap = (output: string) => place([{ from: "a", output, to: "b" }]).get("b")!.x;
  expect(gap("a rather long name")).toBeGreaterThan(gap("short"));
});

test("places no two nodes on each other, and the first in the corner", () => {
  const places = [...place(wires).values()];
  expect(Math.min(...places.map(({ x }) => x))).toBe(0);
  expect(Math.min(...places.map(({ y }) => y))).toBe(0);
  for (const [index, one] of places.entries()) {
    for (const other of places.slice(index + 1)) {
      const isApart = Math.abs(one.x - other.x) >= size.width || Math.abs(one.y - other.y) >= size.height;
      expect(isApart).toBe(true);
    }
  }
});

test("lays out a chain of ten in one row, and one of sixty in rows about as wide as a screen", () => {
  const inRow = (nodes: number) =>
    place(
      Array.from({ length: nodes - 1 }, (_, at) => ({ from: `n${at}`, output: "out", to: `n${at + 1}` })),
    );
  expect(new Set([...inRow(10).values()].map(({ y }) => y)).size).toBe(1);
  const places = [...inRow(60).values()];
  const width = Math.max(...places.map(({ x }) => x)) + size.width;
  const height = Math.max(...places.map(({ y }) => y)) + size.height;
  expect(width / height).toBeGreaterThan(1);
  expect(width / height).toBeLessThan(2.5);
  for (const [at, { x, y }] of places.entries()) {
    const next = places[at + 1] ?? { x: 0, y: y + size.height + 1 };
    if (next.y === y) expect(next.x).toBeGreaterThan(x + size.width);
    else expect([next.x, next.y > y + size.height]).toEqual([0, true]);
  }
});

test("lays out a chain without wires", () => {
  expect(layOut({ nodes: [], wires: [] }, { sizeOf: () => size, outputsOf: () => outputs }).size).toBe(0);
});

test("moves nodes when tidying up and changes nothing else", () => {
  const at = (id: string) => ({
    id,
    type: "log",
    version: 1,
    name: "",
    config: {},
    position: { x: 7, y: 7 },
  });
  const definition = { nodes: [at("a"), at("b")], wires: [{ from: "a", output: "out", to: "b" }] };
  const tidied = tidyUp(definition, new Map(), () => undefined);
  expect(tidied.nodes.map(({ id }) => id)).toEqual(["a", "b"]);
  expect(tidied.wires).toEqual(definition.wires);
  expect(tidied.nodes[0]!.position).toEqual({ x: 0, y: 0 });
  expect(tidyUp(tidied, new Map(), () => undefined)).toBe(tidied);
});
