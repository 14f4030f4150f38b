import { defineNode } from "../node-type.ts";

export const input = defineNode({
  type: "input",
  version: 1,
  category: "input",
  title: "Readings",
  help: "Readings enter the chain here.",
  outputs: ["out"],
  fields: {},
  compile: (_config, { output }) => output("out"),
});
