import type { JsonSchema } from "./openapi-document.ts";

/** An object that has exactly these fields, all of them always. */
export function exactObject(
  properties: Readonly<Record<string, JsonSchema>>,
  description?: string,
): JsonSchema {
  return {
    type: "object",
    ...(description === undefined ? {} : { description }),
    required: Object.keys(properties),
    properties,
    additionalProperties: false,
  };
}
