import type { ChainDefinition } from "./chain.ts";

/** The chain that every account starts with: it saves each reading unchanged. */
export const defaultChain: ChainDefinition = {
  nodes: [
    { id: "input", type: "input", version: 1, name: "Readings", config: {}, position: { x: 0, y: 0 } },
    { id: "save", type: "save", version: 1, name: "Save", config: {}, position: { x: 240, y: 0 } },
  ],
  wires: [{ from: "input", output: "out", to: "save" }],
};
