import { expect, test } from "bun:test";
import { diffToText } from "./chain-diff-output.ts";

const node = (name: string) => ({
  id: "limit",
  type: "compare",
  version: 1,
  name,
  config: {},
  position: { x: 0, y: 0 },
});
const wire = (to: string) => ({ from: "input", output: "out", to });

test("describes every difference in a line: added, removed, changed or moved", () => {
  const text = diffToText({
    is_empty: false,
    nodes_added: [node("Too warm?")],
    nodes_removed: [node("")],
    nodes_changed: [
      {
        node: "limit",
        changes: [
          { member: "config.operator", before: ">", after: null },
          { member: "config.value", before: 5, after: 6 },
        ],
      },
    ],
    nodes_moved: [{ node: "save", before: { x: 0, y: 0 }, after: { x: 0, y: 7 } }],
    wires_added: [wire("limit")],
    wires_removed: [wire("save")],
  });
  expect(text.split("\n")).toEqual([
    '+ node limit (compare, "Too warm?")',
    "- node limit (compare)",
    '~ node limit: config.operator ">" → not set',
    "~ node limit: config.value 5 → 6",
    "~ node save: moved",
    "+ wire input [out] → limit",
    "- wire input [out] → save",
  ]);
});
