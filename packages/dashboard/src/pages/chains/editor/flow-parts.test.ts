import { expect, test } from "bun:test";
import type { NodeType } from "../model/editor-store.ts";
import { nodeLabel } from "./flow-parts.ts";

const compare: NodeType = {
  ...{
    type: "compare",
    version: 1,
    category: "filter",
    title: "Compare",
    help: "",
    fields: [
      { kind: "choice", name: "operator", label: "Operator", options: [], optional: false, default: ">" },
      { kind: "number", name: "value", label: "Value", integer: false, optional: false },
    ],
  },
  ...{ outputs: ["true", "false"], has_failure_output: true },
};
const known = { nodeTypes: new Map([["compare", compare]]), chainNames: new Map<string, string>() };
const node = (id: string, type: string, name = "", config = {}) => ({
  ...{ id, type, version: 1, name, config, position: { x: 0, y: 0 } },
});

test("a node is told with its kind, its settings, its problems, and where each output leads", () => {
  const warm = node("warm", "compare", "Warm?", { value: 30 });
  const definition = {
    nodes: [warm, node("save", "save", "Save"), node("log", "log", "Log")],
    wires: [
      { from: "warm", output: "true", to: "save" },
      { from: "warm", output: "true", to: "log" },
    ],
  };
  expect(nodeLabel(warm, definition, known, 2)).toBe(
    "Warm?, Compare, > 30, 2 problems, true connected to Save and Log, false not connected, failure not connected",
  );
});

test("a node without a name is told by its kind once", () => {
  const plain = node("plain", "compare");
  expect(nodeLabel(plain, { nodes: [plain], wires: [] }, known, 0)).toStartWith(
    "Compare, Not configured, true not connected",
  );
});
