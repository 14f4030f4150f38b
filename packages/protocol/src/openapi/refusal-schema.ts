import { exactObject } from "./exact-object.ts";
import { type JsonSchema, refTo } from "./openapi-document.ts";

interface Refusal {
  readonly code: string | null;
  readonly message: string;
  readonly condition: string;
}

/** The body of a refusal. Its texts are constants; `extras` are fields that it has besides them. */
export function refusalSchema(
  { code, message, condition }: Refusal,
  extras: Readonly<Record<string, JsonSchema>> = {},
): JsonSchema {
  const error = code === null ? {} : { error: { const: code } };
  return exactObject({ message: { const: message }, ...error, ...extras }, condition);
}

/** The component name of a refusal that its table names in camel case. */
export function refusalSchemaName(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** One of the named components. */
export function oneOfSchemas(names: readonly string[]): JsonSchema {
  const references = names.map((name) => refTo("schemas", name));
  return references.length === 1 ? references[0]! : { oneOf: references };
}
