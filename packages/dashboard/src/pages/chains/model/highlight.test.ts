import { expect, test } from "bun:test";
import type { HighlightStep } from "./editor-store.ts";
import { nodeOnPath, nodesToShow, valueAt, wireOnPath } from "./highlight.ts";

const path: readonly HighlightStep[] = [
  { nodeId: "input", output: "out", value: 70 },
  { nodeId: "convert", output: "out", value: 21 },
  { nodeId: "save", output: null, value: 21 },
];
const at = (step: number, highlight = path) => ({ highlight, step });

test("marks nodes and wires as current, on the path, or off it", () => {
  const onPath = ["input", "convert", "save", "other"].map((id) => nodeOnPath(at(1), id));
  expect(onPath.join(" ")).toBe("on here on off");
  expect(wireOnPath(at(1), { from: "convert", output: "out", to: "save" })).toBe("here");
  expect(wireOnPath(at(1), { from: "input", output: "out", to: "convert" })).toBe("on");
  expect(wireOnPath(at(1), { from: "convert", output: "failure", to: "save" })).toBe("off");
});

test("marks nothing as off the path if no reading is shown", () => {
  expect(nodeOnPath(at(0, []), "input")).toBe("none");
  expect(wireOnPath(at(0, []), { from: "input", output: "out", to: "save" })).toBe("none");
});

test("shows at a node the value that left it", () => {
  expect([valueAt(at(0), "input"), valueAt(at(0), "convert"), valueAt(at(0), "other")]).toEqual([
    70,
    21,
    undefined,
  ]);
});

test("keeps the current step in sight rather than the selection, and the selection only if it is one node or was pasted", () => {
  const pasted = ["a", "b"];
  expect(nodesToShow("convert", { selection: ["a"], pasted })).toEqual(["convert"]);
  expect(nodesToShow(undefined, { selection: ["a"], pasted: [] })).toEqual(["a"]);
  expect(nodesToShow(undefined, { selection: pasted, pasted })).toBe(pasted);
  expect(nodesToShow(undefined, { selection: ["a", "b"], pasted })).toEqual([]);
});
