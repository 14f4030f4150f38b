import type { z } from "zod";

const marked = new WeakSet<z.ZodType>();

/**
 * Marks a field of a request that decides where values of readings go: the chain of a device can send them to any server. An API
 * key may give such a field only with `readings:read`, so that it does not get by a detour what it may not read. Routes that
 * always decide this name the scope instead.
 */
export function leadsReadings<Schema extends z.ZodType>(schema: Schema): Schema {
  const described = [schema.description, "API keys need `readings:read` to give it."];
  const copy = schema.describe(described.filter((part) => part !== undefined).join(" "));
  marked.add(copy);
  return copy;
}

export function isLeadingReadings(schema: z.ZodType): boolean {
  return marked.has(schema);
}
