import type { NodeType } from "../node-type.ts";

export const save: NodeType = {
  type: "save",
  version: 1,
  category: "action",
  outputs: ["saved"],
  help: "Stores the reading. A chain without this step accepts readings and keeps none.",
  compile: (_config, outputs) => {
    const saved = outputs.saved!;
    return (reading, effects) => {
      effects.save(reading);
      saved(reading, effects);
    };
  },
};
