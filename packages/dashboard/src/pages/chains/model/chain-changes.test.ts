import { expect, test } from "bun:test";
import { defaultChain } from "@weir/rule-engine/default-chain";
import { chainChanges, changesInWords, publishObstacle } from "./chain-changes.ts";
import type { EditorState } from "./editor-store.ts";

const scale = {
  id: "scale",
  type: "scale",
  version: 1,
  name: "Double it",
  config: { factor: 2 },
  position: { x: 120, y: 0 },
};
const scaled = {
  nodes: [...defaultChain.nodes, scale],
  wires: [
    { from: "input", output: "out", to: "scale" },
    { from: "scale", output: "out", to: "save" },
  ],
};

test("names added and removed nodes", () => {
  const changes = chainChanges(defaultChain, scaled, new Map());
  expect(changesInWords(changes)).toBe("add Double it, connect 2 wires, disconnect 1 wire");
  expect(changes.map(({ subject }) => subject)).toContain("Double it [out] → Save");
});

test("shows a changed setting before and after", () => {
  const nodes = scaled.nodes.map((node) => (node.id === "scale" ? { ...node, config: { factor: 3 } } : node));
  expect(chainChanges(scaled, { ...scaled, nodes }, new Map())).toEqual([
    { kind: "changed", subject: "Double it", settings: [{ name: "factor", before: "2", after: "3" }] },
  ]);
});

test("reports nothing if nothing differs", () => {
  expect(changesInWords(chainChanges(scaled, scaled, new Map()))).toBe("");
});

test("allows publishing unless there is an error, a conflict or the chain was deleted", () => {
  const changes = chainChanges(defaultChain, scaled, new Map());
  const ready = { problems: [], draftRevision: 1, saving: "saved", isDeleted: false };
  const obstacle = (state: object, told = changes) =>
    publishObstacle({ ...ready, ...state } as unknown as EditorState, told);
  expect(obstacle({})).toBeNull();
  expect(obstacle({ problems: [{ severity: "warning" }] })).toBeNull();
  expect(obstacle({ problems: [{ severity: "error" }] })).toMatch("Fix the problems");
  expect(obstacle({ saving: "conflict" })).toMatch("whose draft");
  expect(obstacle({ isDeleted: true })).toMatch("deleted");
  expect(obstacle({}, [])).toMatch("no changes");
  expect(obstacle({ draftRevision: null })).toMatch("no changes");
});
