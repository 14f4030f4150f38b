import { expect, test } from "bun:test";
import type { EditorState } from "./editor-store.ts";
import { nodeOnWay, valueAt, wireOnWay } from "./highlight.ts";

const way = [
  { nodeId: "input", output: "out", value: 70 },
  { nodeId: "convert", output: "out", value: 21 },
  { nodeId: "save", output: null, value: 21 },
];
const at = (step: number, highlight = way) => ({ highlight, step }) as unknown as EditorState;

test("nodes and wires are on the way, here, or off it", () => {
  const onWay = ["input", "convert", "save", "other"].map((id) => nodeOnWay(at(1), id));
  expect(onWay.join(" ")).toBe("on here on off");
  expect(wireOnWay(at(1), { from: "convert", output: "out", to: "save" })).toBe("here");
  expect(wireOnWay(at(1), { from: "input", output: "out", to: "convert" })).toBe("on");
  expect(wireOnWay(at(1), { from: "convert", output: "failure", to: "save" })).toBe("off");
});

test("nothing is off the way where none is shown", () => {
  expect(nodeOnWay(at(0, []), "input")).toBe("none");
  expect(wireOnWay(at(0, []), { from: "input", output: "out", to: "save" })).toBe("none");
});

test("a node tells the value that left it", () => {
  expect([valueAt(at(0), "input"), valueAt(at(0), "convert"), valueAt(at(0), "other")]).toEqual([
    ...[70, 21, undefined],
  ]);
});
