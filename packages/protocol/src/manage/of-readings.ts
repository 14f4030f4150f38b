import type { z } from "zod";

const marked = new WeakSet<z.ZodType>();

/**
 * Marks a part of an answer that is a value of a reading or quotes one. Routes of devices, chains and records have such
 * parts. An API key sees them only with `readings:read`; otherwise the server answers null in their place.
 */
export function ofReadings<Schema extends z.ZodType>(schema: Schema): z.ZodNullable<Schema> {
  const described = [schema.description, "Null for an API key without `readings:read`."];
  const nullable = schema.nullable().describe(described.filter((part) => part !== undefined).join(" "));
  marked.add(nullable);
  return nullable;
}

export function isOfReadings(schema: z.ZodType): boolean {
  return marked.has(schema);
}
