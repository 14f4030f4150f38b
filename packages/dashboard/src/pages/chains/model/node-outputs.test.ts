import { expect, test } from "bun:test";
import { nodeCatalogue } from "@weir/rule-engine/node-catalogue";
import { outputsOf as engineOutputsOf } from "@weir/rule-engine/node-type";
import { outputsOf, shownOutputs } from "./node-outputs.ts";
import type { NodeType } from "./node-type.ts";

const configs: Readonly<Record<string, readonly Record<string, unknown>[]>> = {
  switch: [{ cases: [{ name: "hot", when: "value > 30.0" }] }, { cases: [] }],
  "consecutive-threshold": [{ onlyOnce: false }, { onlyOnce: true }],
};

/** A type of node as the API describes it. */
function told(type: string): NodeType {
  const known = nodeCatalogue.get(type)!;
  const fields = Object.entries(known.fields).map(([name, field]) => ({ name, ...field }));
  return {
    type,
    version: 1,
    category: known.category,
    title: type,
    help: "",
    outputs: typeof known.outputs === "function" ? null : [...known.outputs],
    fields: fields as unknown as NodeType["fields"],
    has_failure_output: type !== "input",
  };
}

test("gives every node the outputs of the engine, however it is configured", () => {
  for (const [type, known] of nodeCatalogue) {
    for (const config of configs[type] ?? [{}]) {
      const outputs = outputsOf(told(type), config);
      expect(outputs.filter((output) => output !== "failure")).toEqual([
        ...engineOutputsOf(known, config as never),
      ]);
    }
  }
});

test("shows a removed output before the failure output, as long as it has a wire", () => {
  const node = { id: "a", type: "compare", version: 1, name: "", config: {}, position: { x: 0, y: 0 } };
  const wires = [{ from: "a", output: "maybe", to: "b" }];
  expect(shownOutputs(told("compare"), node, wires)).toEqual([
    { output: "true", isGone: false },
    { output: "false", isGone: false },
    { output: "maybe", isGone: true },
    { output: "failure", isGone: false },
  ]);
});

test("shows the outputs of a node of unknown type that its wires use", () => {
  const node = { id: "a", type: "odd", version: 1, name: "", config: {}, position: { x: 0, y: 0 } };
  expect(shownOutputs(undefined, node, [{ from: "a", output: "x", to: "b" }])).toEqual([
    { output: "x", isGone: true },
  ]);
});
