import type { ChainNode } from "./chain.ts";
import { secretsInHeader } from "./header-template.ts";

/** A secret of the account that a node refers to, and the setting that does. */
export interface NamedSecret {
  readonly field: string;
  readonly name: string;
}

/** Nodes may come from anywhere, so nothing is assumed about their configurations. */
export function secretsNamedBy({ type, config }: ChainNode): NamedSecret[] {
  switch (type) {
    case "webhook":
      return [...named("secret", config.secret), ...namedByHeaders(config.headers)];
    case "mqtt":
      return named("passwordSecret", config.passwordSecret);
    default:
      return [];
  }
}

function named(field: string, name: unknown): NamedSecret[] {
  return typeof name === "string" && name !== "" ? [{ field, name }] : [];
}

function namedByHeaders(headers: unknown): NamedSecret[] {
  if (!Array.isArray(headers)) return [];
  return headers.flatMap((row: unknown, index) => {
    const value = typeof row === "object" && row !== null && "value" in row ? row.value : null;
    const names = typeof value === "string" ? new Set(secretsInHeader(value)) : [];
    return Array.from(names, (name) => ({ field: `headers.${index}.value`, name }));
  });
}
