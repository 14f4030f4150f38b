import { expect, test } from "bun:test";
import type { NodeType } from "./editor-store.ts";
import { nodeLabel } from "./flow-parts.ts";

const compare: NodeType = {
  ...{ type: "compare", version: 1, category: "filter", title: "Compare", help: "", fields: [] },
  ...{ outputs: ["true", "false"], has_failure_output: true },
};
const types = new Map([["compare", compare]]);
const node = (id: string, type: string, name = "") => ({
  ...{ id, type, version: 1, name, config: {}, position: { x: 0, y: 0 } },
});

test("a node is told with its kind, its problems, and where each output leads", () => {
  const warm = node("warm", "compare", "Warm?");
  const definition = {
    nodes: [warm, node("save", "save", "Save"), node("log", "log", "Log")],
    wires: [
      { from: "warm", output: "true", to: "save" },
      { from: "warm", output: "true", to: "log" },
    ],
  };
  expect(nodeLabel(warm, definition, types, 2)).toBe(
    "Warm?, Compare, 2 problems, true leads to Save and Log, false leads nowhere, failure leads nowhere",
  );
});

test("a node without a name is told by its kind once", () => {
  const plain = node("plain", "compare");
  expect(nodeLabel(plain, { nodes: [plain], wires: [] }, types, 0)).toStartWith("Compare, true leads");
});
