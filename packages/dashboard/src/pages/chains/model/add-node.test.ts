import { expect, test } from "bun:test";
import type { ChainDefinition } from "@weir/rule-engine/chain";
import { defaultChain } from "@weir/rule-engine/default-chain";
import { validateChain } from "@weir/rule-engine/validate-chain";
import { addAfter, addNode, addSave, dropNode, insertOnWire, newNode } from "./add-node.ts";
import { wireKey } from "./edit-definition.ts";
import { headHeightPx, nodeWidthPx } from "./node-geometry.ts";
import type { NodeType } from "./node-type.ts";

const type = (name: string, category: NodeType["category"], outputs: string[]): NodeType => ({
  type: name,
  version: 1,
  category,
  title: name,
  help: "",
  outputs,
  fields: [],
  has_failure_output: name !== "input",
});
const types = new Map(
  [
    type("input", "input", ["out"]),
    type("scale", "transform", ["out"]),
    type("compare", "filter", ["true", "false"]),
    type("chain", "route", []),
    type("raise-alarm", "action", ["raised", "active"]),
    type("save", "action", ["saved"]),
    type("log", "action", ["logged"]),
  ].map((known) => [known.type, known]),
);
const [input, save] = defaultChain.nodes;

test("inserts a node into the existing wire of an output", () => {
  const { definition, id } = addAfter(defaultChain, input, types.get("log")!, types);
  expect(definition.wires).toEqual([
    { from: id, output: "logged", to: "save" },
    { from: "input", output: "out", to: id },
  ]);
  const places = new Map(definition.nodes.map((node) => [node.id, node.position.x]));
  expect(places.get("save")!).toBeGreaterThan(places.get(id)!);
  expect(validateChain(definition).filter(({ nodeId }) => nodeId === null)).toEqual([]);
});

test("connects a node to the first output without a wire", () => {
  const { definition, id } = addAfter(defaultChain, save, types.get("log")!, types);
  expect(definition.wires).toContainEqual({ from: "save", output: "saved", to: id });
});

test("puts a node without outputs beside what follows", () => {
  const { definition, id } = addAfter(defaultChain, input, types.get("chain")!, types);
  expect(definition.wires).toEqual([...defaultChain.wires, { from: "input", output: "out", to: id }]);
});

test("gives a second node of a type a unique id", () => {
  expect(newNode(defaultChain, types.get("save")!, { x: 0, y: 0 }).id).toBe("save-2");
});

test("inserts a node that is dropped on a wire into that wire", () => {
  const node = newNode(defaultChain, types.get("log")!, { x: 10, y: 0 });
  const { wires } = insertOnWire(defaultChain, defaultChain.wires[0]!, node, types.get("log")!);
  expect(wires).toEqual([
    { from: "input", output: "out", to: "log" },
    { from: "log", output: "logged", to: "save" },
  ]);
});

test("places a node that is dropped on a wire beside its neighbours, and close to them", () => {
  const beside = { ...save!, id: "beside", position: { x: 288, y: 60 } };
  const crowded = { ...defaultChain, nodes: [...defaultChain.nodes, beside] };
  const node = newNode(crowded, types.get("log")!, { x: 288, y: 0 });
  const { nodes } = insertOnWire(crowded, crowded.wires[0]!, node, types.get("log")!);
  expect(nodes.find(({ id }) => id === "log")!.position).toEqual({ x: 288, y: -40 });
});

/** Nodes in a row, each named after its type. */
function row(...names: string[]): ChainDefinition {
  const nodes = ["input", ...names].map((name, place) => ({
    id: name,
    type: name,
    version: 1,
    name: "",
    config: {},
    position: { x: place * 288, y: 0 },
  }));
  const wires = names.map((to, place) => {
    const from = nodes[place]!.id;
    return { from, output: types.get(from)!.outputs![0]!, to };
  });
  return { nodes, wires };
}

function wiresAdded(definition: ChainDefinition, selected?: string) {
  const node = definition.nodes.find(({ id }) => id === selected);
  const added = addSave(definition, node, types.get("save")!, types);
  expect(added.definition.wires.slice(0, -1)).toEqual([...definition.wires]);
  return added.definition.wires.at(-1);
}

test("connects a save step to the input, whichever filter or action is selected", () => {
  const alarm = row("compare", "raise-alarm");
  for (const selected of ["raise-alarm", "compare", "input", undefined]) {
    expect(wiresAdded(alarm, selected)).toEqual({ from: "input", output: "out", to: "save" });
  }
});

test("connects a save step after the first transforms, so that their results are saved", () => {
  expect(wiresAdded(row("scale"), "scale")).toEqual({ from: "scale", output: "out", to: "save" });
  expect(wiresAdded(row("scale", "compare"), "compare")).toEqual({
    from: "scale",
    output: "out",
    to: "save",
  });
  expect(wiresAdded(row("compare", "scale"), "scale")).toEqual({ from: "input", output: "out", to: "save" });
});

test("places a save step beside the nodes after the input, not on them", () => {
  const { definition, id } = addSave(row("compare"), undefined, types.get("save")!, types);
  const added = definition.nodes.find((node) => node.id === id);
  expect(added?.position).toEqual({ x: 288, y: 120 });
});

test("connects the first node to the input if nothing is selected, and leaves later ones unconnected", () => {
  const log = types.get("log")!;
  const [only] = row().nodes;
  expect(addNode(row(), undefined, log, types).definition.wires).toEqual([
    { from: only!.id, output: "out", to: "log" },
  ]);
  expect(addNode(row("scale"), undefined, log, types).definition.wires).toEqual([...row("scale").wires]);
});

test("drops a node with its head under the pointer, and into the wire there", () => {
  const middle = { x: 1000.4 + nodeWidthPx / 2, y: 500 + headHeightPx / 2 };
  const { definition } = dropNode(defaultChain, types.get("log")!, middle, undefined);
  expect(definition.nodes.at(-1)).toMatchObject({ id: "log", position: { x: 1000, y: 500 } });
  expect(definition.wires).toEqual(defaultChain.wires);
  const [wire] = defaultChain.wires;
  const into = dropNode(defaultChain, types.get("log")!, middle, wireKey(wire!)).definition;
  expect(into.wires).toContainEqual({ from: "log", output: "logged", to: "save" });
});
