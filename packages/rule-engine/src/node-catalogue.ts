import type { NodeType } from "./node-type.ts";
import { input } from "./nodes/input.ts";
import { save } from "./nodes/save.ts";

/** Every kind of node, by its type. */
export const nodeCatalogue: ReadonlyMap<string, NodeType> = new Map(
  [input, save].map((node) => [node.type, node]),
);
