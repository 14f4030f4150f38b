import type { NodeType } from "../node-type.ts";

export const input: NodeType = {
  type: "input",
  version: 1,
  category: "input",
  outputs: ["out"],
  help: "Where accepted readings enter the chain.",
  compile: (_config, outputs) => outputs.out!,
};
