import { expect, test } from "bun:test";
import type { ChainDefinition } from "@weir/rule-engine/chain";
import { addSave } from "./add-save.ts";
import type { NodeType } from "./editor-store.ts";

const type = (name: string, category: NodeType["category"], outputs: string[]): NodeType => ({
  ...{ type: name, version: 1, category, title: name, help: "", outputs, fields: [] },
  has_failure_output: name !== "input",
});
const save = type("save", "action", ["saved"]);
const types = new Map(
  [
    type("input", "input", ["out"]),
    type("scale", "transform", ["out"]),
    type("compare", "filter", ["true", "false"]),
    type("raise-alarm", "action", ["raised", "active"]),
    save,
  ].map((known) => [known.type, known]),
);

/** Nodes in a row, each named after its type. */
function row(...names: string[]): ChainDefinition {
  const nodes = ["input", ...names].map((name, place) => ({
    ...{ id: name, type: name, version: 1, name: "", config: {}, position: { x: place * 288, y: 0 } },
  }));
  const wires = names.map((to, place) => {
    const from = nodes[place]!.id;
    return { from, output: types.get(from)!.outputs![0]!, to };
  });
  return { nodes, wires };
}

function wiresAdded(definition: ChainDefinition, selected?: string) {
  const node = definition.nodes.find(({ id }) => id === selected);
  const added = addSave(definition, node, save, (name) => types.get(name));
  expect(added.definition.wires.slice(0, -1)).toEqual([...definition.wires]);
  return added.definition.wires.at(-1);
}

test("a save step is wired to the input, whichever filter or action is selected", () => {
  const alarm = row("compare", "raise-alarm");
  for (const selected of ["raise-alarm", "compare", "input", undefined]) {
    expect(wiresAdded(alarm, selected)).toEqual({ from: "input", output: "out", to: "save" });
  }
});

test("a save step follows the transforms that come first, so that their results are saved", () => {
  expect(wiresAdded(row("scale"), "scale")).toEqual({ from: "scale", output: "out", to: "save" });
  expect(wiresAdded(row("scale", "compare"), "compare")).toEqual({
    from: "scale",
    output: "out",
    to: "save",
  });
  expect(wiresAdded(row("compare", "scale"), "scale")).toEqual({ from: "input", output: "out", to: "save" });
});

test("a save step lies beside what follows the input, not on it", () => {
  const { definition, id } = addSave(row("compare"), undefined, save, (name) => types.get(name));
  const added = definition.nodes.find((node) => node.id === id);
  expect(added?.position).toEqual({ x: 288, y: 120 });
});
