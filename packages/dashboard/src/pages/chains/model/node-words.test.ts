import { expect, test } from "bun:test";
import type { ChainProblem } from "./editor-store.ts";
import type { NodeType } from "./node-type.ts";
import { nodeLabel, problemText, sentence } from "./node-words.ts";

const compare: NodeType = {
  type: "compare",
  version: 1,
  category: "filter",
  title: "Compare",
  help: "",
  fields: [
    { kind: "choice", name: "operator", label: "Operator", options: [], optional: false, default: ">" },
    { kind: "number", name: "value", label: "Value", integer: false, optional: false },
  ],
  outputs: ["true", "false"],
  has_failure_output: true,
};
const known = { nodeTypes: new Map([["compare", compare]]), chainNames: new Map<string, string>() };
const node = (id: string, type: string, name = "", config = {}) => ({
  id,
  type,
  version: 1,
  name,
  config,
  position: { x: 0, y: 0 },
});

test("describes a node by its kind, settings, problems, and where each output leads", () => {
  const warm = node("warm", "compare", "Warm?", { value: 30 });
  const definition = {
    nodes: [warm, node("save", "save", "Save"), node("log", "log", "Log")],
    wires: [
      { from: "warm", output: "true", to: "save" },
      { from: "warm", output: "true", to: "log" },
    ],
  };
  expect(nodeLabel(warm, { ...known, definition }, 2)).toBe(
    "Warm?, Compare, > 30, 2 problems, true connected to Save and Log, false not connected, failure not connected",
  );
});

test("names an unnamed node by its kind once", () => {
  const plain = node("plain", "compare");
  expect(nodeLabel(plain, { ...known, definition: { nodes: [plain], wires: [] } }, 0)).toStartWith(
    "Compare, Not configured, true not connected",
  );
});

const chain = { ...known, definition: { nodes: [node("limit", "compare")], wires: [] } };
const required: ChainProblem = {
  severity: "error",
  code: "invalid",
  node: "limit",
  field: "value",
  message: "is required",
};

test("shows a problem with its node and the label of the setting", () => {
  expect(problemText(required, chain)).toBe("Compare · Value: is required");
  expect(problemText({ ...required, field: null }, chain)).toBe("Compare: is required");
});

test("makes a sentence of a problem of the whole chain", () => {
  const problem = { ...required, node: null, field: null, message: "there is no input" };
  expect(problemText(problem, chain)).toMatch(/^There is no input/);
});

test("shows a problem that names its node without naming it again", () => {
  const message = "Readings that leave Compare by false are not saved.";
  const unsaved: ChainProblem = {
    severity: "warning",
    code: "unsaved_readings",
    node: "limit",
    field: null,
    message,
  };
  expect(problemText(unsaved, chain)).toBe(message);
});

test("begins a message with a capital letter, unless it begins with the name of a function", () => {
  expect(sentence("is required")).toBe("Is required");
  expect(sentence("has() needs a field")).toBe("has() needs a field");
});
