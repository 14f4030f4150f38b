import type { ChainDefinition } from "./chain.ts";
import type { Fields } from "./config-fields.ts";
import { nodeCatalogue } from "./node-catalogue.ts";

/** Returns whether a node of the chain has a setting that is an expression, so that reading it needs `loadExpressions`. */
export function usesExpressions({ nodes }: ChainDefinition): boolean {
  return nodes.some(({ type }) => hasExpression(nodeCatalogue.get(type)?.fields ?? {}));
}

function hasExpression(fields: Fields): boolean {
  return Object.values(fields).some(
    (field) => field.kind === "expression" || (field.kind === "list" && hasExpression(field.of)),
  );
}
