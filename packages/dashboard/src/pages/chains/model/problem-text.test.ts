import { expect, test } from "bun:test";
import type { ChainProblem, NodeType } from "./editor-store.ts";
import { problemText } from "./problem-text.ts";

const compare = { type: "compare", title: "Compare", fields: [{ name: "value", label: "Value" }] };
const known = {
  nodeTypes: new Map([["compare", compare as unknown as NodeType]]),
  definition: {
    nodes: [{ id: "limit", type: "compare", version: 1, name: "", config: {}, position: { x: 0, y: 0 } }],
    wires: [],
  },
};
const required: ChainProblem = {
  ...{ severity: "error", code: "invalid", node: "limit", field: "value", message: "is required" },
};

test("a problem is told with its node and the name of the setting as people see it", () => {
  expect(problemText(required, known)).toBe("Compare · Value: is required");
  expect(problemText({ ...required, field: null }, known)).toBe("Compare: is required");
});

test("a problem of the chain as a whole is a sentence of its own", () => {
  const problem = { ...required, node: null, field: null, message: "there is no input" };
  expect(problemText(problem, known)).toMatch(/^There is no input/);
});

test("a problem that names its node is told without naming it again", () => {
  const message = "Readings that leave Compare by false are not saved.";
  const unsaved: ChainProblem = {
    ...{ severity: "warning", code: "unsaved_readings", node: "limit", field: null, message },
  };
  expect(problemText(unsaved, known)).toBe(message);
});
