import type { ChainDefinition } from "@weir/rule-engine/chain";

export const sampleChainName = "Truck probes (sample)";

/** Drops what a probe without contact reads, and makes °C of °F. */
export const sampleChain: ChainDefinition = {
  nodes: [
    { id: "input", type: "input", version: 1, name: "Readings", config: {}, position: { x: 0, y: 0 } },
    {
      id: "plausible",
      type: "range",
      version: 1,
      name: "Plausible values",
      config: { min: -40, max: 140, bounds: "inclusive" },
      position: { x: 240, y: 0 },
    },
    {
      id: "celsius",
      type: "convert-unit",
      version: 1,
      name: "°F to °C",
      config: { from: "°F", to: "°C" },
      position: { x: 480, y: 0 },
    },
    {
      id: "round",
      type: "round-clamp",
      version: 1,
      name: "One decimal",
      config: { decimals: 1, min: null, max: null },
      position: { x: 720, y: 0 },
    },
    { id: "save", type: "save", version: 1, name: "Save", config: {}, position: { x: 960, y: 0 } },
  ],
  wires: [
    { from: "input", output: "out", to: "plausible" },
    { from: "plausible", output: "inside", to: "celsius" },
    { from: "celsius", output: "out", to: "round" },
    { from: "round", output: "out", to: "save" },
  ],
};
