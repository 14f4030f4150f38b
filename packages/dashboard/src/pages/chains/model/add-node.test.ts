import { expect, test } from "bun:test";
import { defaultChain } from "@weir/rule-engine/default-chain";
import { validateChain } from "@weir/rule-engine/validate-chain";
import { addAfter, insertOnWire, newNode } from "./add-node.ts";
import type { NodeType } from "./editor-store.ts";

const type = (name: string, outputs: string[]): NodeType => ({
  ...{ type: name, version: 1, category: "filter", title: name, help: "", outputs, fields: [] },
  has_failure_output: name !== "input",
});
const types = new Map(
  [type("input", ["out"]), type("save", ["saved"]), type("log", ["logged"]), type("chain", [])].map(
    (known) => [known.type, known],
  ),
);
const typeOf = (name: string) => types.get(name);
const [input, save] = defaultChain.nodes;

test("a node goes between where the output leads somewhere already", () => {
  const { definition, id } = addAfter(defaultChain, input, types.get("log")!, typeOf);
  expect(definition.wires).toEqual([
    { from: id, output: "logged", to: "save" },
    { from: "input", output: "out", to: id },
  ]);
  const places = new Map(definition.nodes.map((node) => [node.id, node.position.x]));
  expect(places.get("save")!).toBeGreaterThan(places.get(id)!);
  expect(validateChain(definition).filter(({ nodeId }) => nodeId === null)).toEqual([]);
});

test("a node follows by the first output that leads nowhere", () => {
  const { definition, id } = addAfter(defaultChain, save, types.get("log")!, typeOf);
  expect(definition.wires).toContainEqual({ from: "save", output: "saved", to: id });
});

test("a node that lets nothing out goes beside what follows", () => {
  const { definition, id } = addAfter(defaultChain, input, types.get("chain")!, typeOf);
  expect(definition.wires).toEqual([...defaultChain.wires, { from: "input", output: "out", to: id }]);
});

test("a node of a kind that is there already gets an id of its own", () => {
  expect(newNode(defaultChain, types.get("save")!, { x: 0, y: 0 }).id).toBe("save-2");
});

test("a node dropped on a wire takes what flows through it", () => {
  const node = newNode(defaultChain, types.get("log")!, { x: 10, y: 0 });
  const { wires } = insertOnWire(defaultChain, defaultChain.wires[0]!, node, types.get("log")!);
  expect(wires).toEqual([
    { from: "input", output: "out", to: "log" },
    { from: "log", output: "logged", to: "save" },
  ]);
});

test("a node dropped on a wire keeps clear of what is beside it, and stays near", () => {
  const beside = { ...save!, id: "beside", position: { x: 288, y: 60 } };
  const crowded = { ...defaultChain, nodes: [...defaultChain.nodes, beside] };
  const node = newNode(crowded, types.get("log")!, { x: 288, y: 0 });
  const { nodes } = insertOnWire(crowded, crowded.wires[0]!, node, types.get("log")!);
  expect(nodes.find(({ id }) => id === "log")!.position).toEqual({ x: 288, y: -40 });
});
