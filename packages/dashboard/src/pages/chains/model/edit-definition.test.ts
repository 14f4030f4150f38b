import { expect, test } from "bun:test";
import { defaultChain } from "@weir/rule-engine/default-chain";
import {
  configureNode,
  connect,
  mayConnect,
  moveNodes,
  removableNodes,
  renameNode,
  renameOutputs,
  wireKey,
  withoutParts,
} from "./edit-definition.ts";
import type { NodeType } from "./node-type.ts";

const node = (id: string, type = "log") => ({
  id,
  type,
  version: 1,
  name: "",
  config: {},
  position: { x: 0, y: 0 },
});
const chain = {
  nodes: [node("input", "input"), node("a"), node("b"), node("save", "save")],
  wires: [
    { from: "input", output: "out", to: "a" },
    { from: "a", output: "logged", to: "b" },
    { from: "b", output: "logged", to: "save" },
  ],
};

test("removes a node with its wires, and a wire alone", () => {
  const withoutNode = withoutParts(chain, ["a"], []);
  expect(withoutNode.nodes.map(({ id }) => id)).toEqual(["input", "b", "save"]);
  expect(withoutNode.wires).toEqual([{ from: "b", output: "logged", to: "save" }]);
  const withoutWire = withoutParts(chain, [], [wireKey(chain.wires[1]!)]);
  expect(withoutWire.nodes).toEqual(chain.nodes);
  expect(withoutWire.wires).toHaveLength(2);
});

test("refuses a wire to the input, to its own node, back in a loop, or twice to the same place", () => {
  expect(mayConnect(chain, { from: "a", output: "failure", to: "input" })).toBe(false);
  expect(mayConnect(chain, { from: "a", output: "failure", to: "a" })).toBe(false);
  expect(mayConnect(chain, { from: "b", output: "failure", to: "a" })).toBe(false);
  expect(mayConnect(chain, chain.wires[0]!)).toBe(false);
  expect(mayConnect(chain, { from: "a", output: "logged", to: "nowhere" })).toBe(false);
  expect(mayConnect(chain, { from: "a", output: "failure", to: "save" })).toBe(true);
});

test("returns the same definition if nothing changes, so that nothing is saved or undone", () => {
  expect(connect(chain, chain.wires[0]!)).toBe(chain);
  expect(withoutParts(chain, [], [])).toBe(chain);
  expect(moveNodes(chain, new Map([["a", { x: 0, y: 0 }]]))).toBe(chain);
});

test("moves only the named nodes", () => {
  const moved = moveNodes(chain, new Map([["b", { x: 5, y: 6 }]]));
  expect(moved.nodes.map(({ position }) => position.x)).toEqual([0, 0, 5, 0]);
});

test("renames a node and no other", () => {
  expect(renameNode(defaultChain, "save", "Keep").nodes.map(({ name }) => name)).toEqual([
    "Readings",
    "Keep",
  ]);
});

test("keeps a wire on an output that is renamed with the configuration", () => {
  const type: NodeType = {
    type: "switch",
    version: 1,
    category: "route",
    title: "Switch",
    help: "",
    outputs: null,
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

test("removes a second input, but not the only one", () => {
  expect(removableNodes(chain, ["input", "a"])).toEqual(["a"]);
  const two = { ...chain, nodes: [...chain.nodes, node("other", "input")] };
  expect(removableNodes(two, ["input", "a"])).toEqual(["input", "a"]);
});

const wire = (output: string, from = "switch") => ({ from, output, to: "save" });

test("keeps the wires of a renamed output, and changes no other node's", () => {
  const wires = [wire("hot"), wire("else"), wire("hot", "other")];
  expect(renameOutputs(wires, "switch", ["hot", "else"], ["warm", "else"])).toEqual([
    wire("warm"),
    wire("else"),
    wire("hot", "other"),
  ]);
});

test("keeps the wires of an output while its name is empty for a moment", () => {
  const emptied = renameOutputs([wire("hot")], "switch", ["hot", "else"], ["", "else"]);
  expect(emptied).toEqual([wire("hot")]);
  expect(renameOutputs(emptied, "switch", ["", "else"], ["c", "else"])).toEqual([wire("c")]);
});

test("keeps the wires of an output while its name equals another's for a moment", () => {
  const wires = [wire("a"), wire("x")];
  const taken = renameOutputs(wires, "switch", ["a", "x"], ["a", "a"]);
  expect(taken).toEqual(wires);
  expect(renameOutputs(taken, "switch", ["a", "a"], ["a", "ab"])).toEqual([wire("a"), wire("ab")]);
});

test("removes the wires of a removed output", () => {
  const wires = [wire("hot"), wire("cold"), wire("else")];
  expect(renameOutputs(wires, "switch", ["hot", "cold", "else"], ["cold", "else"])).toEqual([
    wire("cold"),
    wire("else"),
  ]);
});
