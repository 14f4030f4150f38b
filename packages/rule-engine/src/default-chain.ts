import type { ChainDefinition } from "./chain.ts";

/** What every account starts with: each reading is saved as it came. */
export const defaultChain: ChainDefinition = {
  nodes: [
    { id: "input", type: "input", version: 1, name: "Readings", config: {}, position: { x: 0, y: 0 } },
    { id: "save", type: "save", version: 1, name: "Save", config: {}, position: { x: 240, y: 0 } },
  ],
  wires: [{ from: "input", output: "out", to: "save" }],
};
