import { defineNode } from "../node-type.ts";

export const stop = defineNode({
  type: "stop",
  version: 1,
  category: "action",
  title: "Stop",
  help: "Ends the reading here on purpose. It is counted at this node among the readings that were not saved.",
  outputs: ["stopped"],
  safeEnds: ["stopped"],
  fields: {},
  compile: (_config, { output }) => output("stopped"),
});
