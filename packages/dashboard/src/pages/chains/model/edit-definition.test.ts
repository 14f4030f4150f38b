import { expect, test } from "bun:test";
import { defaultChain } from "@weir/rule-engine/default-chain";
import {
  configureNode,
  connect,
  mayConnect,
  moveNodes,
  renameNode,
  withoutParts,
} from "./edit-definition.ts";
import { type NodeType, wireKey } from "./editor-store.ts";

const node = (id: string, type = "log") => ({
  ...{ id, type, version: 1, name: "", config: {}, position: { x: 0, y: 0 } },
});
const chain = {
  nodes: [node("input", "input"), node("a"), node("b"), node("save", "save")],
  wires: [
    { from: "input", output: "out", to: "a" },
    { from: "a", output: "logged", to: "b" },
    { from: "b", output: "logged", to: "save" },
  ],
};

test("a node goes with its wires, and a wire goes alone", () => {
  const withoutNode = withoutParts(chain, ["a"], []);
  expect(withoutNode.nodes.map(({ id }) => id)).toEqual(["input", "b", "save"]);
  expect(withoutNode.wires).toEqual([{ from: "b", output: "logged", to: "save" }]);
  const withoutWire = withoutParts(chain, [], [wireKey(chain.wires[1]!)]);
  expect(withoutWire.nodes).toEqual(chain.nodes);
  expect(withoutWire.wires).toHaveLength(2);
});

test("no wire leads to the input, to its own node, back in a loop, or a second time to the same place", () => {
  expect(mayConnect(chain, { from: "a", output: "failure", to: "input" })).toBe(false);
  expect(mayConnect(chain, { from: "a", output: "failure", to: "a" })).toBe(false);
  expect(mayConnect(chain, { from: "b", output: "failure", to: "a" })).toBe(false);
  expect(mayConnect(chain, chain.wires[0]!)).toBe(false);
  expect(mayConnect(chain, { from: "a", output: "logged", to: "nowhere" })).toBe(false);
  expect(mayConnect(chain, { from: "a", output: "failure", to: "save" })).toBe(true);
});

test("what changes nothing gives the same definition, so that nothing is saved or undone", () => {
  expect(connect(chain, chain.wires[0]!)).toBe(chain);
  expect(withoutParts(chain, [], [])).toBe(chain);
  expect(moveNodes(chain, new Map([["a", { x: 0, y: 0 }]]))).toBe(chain);
});

test("only the nodes that are named move", () => {
  const moved = moveNodes(chain, new Map([["b", { x: 5, y: 6 }]]));
  expect(moved.nodes.map(({ position }) => position.x)).toEqual([0, 0, 5, 0]);
});

test("a node gets its name and no other does", () => {
  expect(renameNode(defaultChain, "save", "Keep").nodes.map(({ name }) => name)).toEqual([
    "Readings",
    "Keep",
  ]);
});

test("a wire follows the output that is renamed with the configuration", () => {
  const type: NodeType = {
    ...{ type: "switch", version: 1, category: "route", title: "Switch", help: "", outputs: null },
    fields: [{ name: "cases", kind: "list" }] as unknown as NodeType["fields"],
    has_failure_output: true,
  };
  const cases = (...names: string[]) => ({ cases: names.map((name) => ({ name, when: "true" })) });
  const switched = {
    nodes: [{ ...node("s", "switch"), config: cases("hot") }, node("save", "save")],
    wires: [{ from: "s", output: "hot", to: "save" }],
  };
  const { wires } = configureNode(switched, "s", cases("warm"), type);
  expect(wires).toEqual([{ from: "s", output: "warm", to: "save" }]);
});
