import type { ChainDefinition } from "@weir/rule-engine/chain";

/** Raises an alarm for every reading and then fails, because the device has no such sensor to save to. */
export const troubled: ChainDefinition = {
  nodes: [
    { id: "input", type: "input", version: 1, name: "Readings", config: {}, position: { x: 0, y: 0 } },
    {
      id: "raise",
      type: "raise-alarm",
      version: 1,
      name: "Raise",
      position: { x: 200, y: 0 },
      config: { name: "too hot", severity: "critical", message: "{{value}} °C" },
    },
    {
      id: "save",
      type: "save",
      version: 1,
      name: "Save",
      position: { x: 200, y: 100 },
      config: { sensor: "missing" },
    },
  ],
  wires: [
    { from: "input", output: "out", to: "raise" },
    { from: "input", output: "out", to: "save" },
  ],
};
