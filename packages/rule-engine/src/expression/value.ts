/**
 * The values of expressions. Numbers are always finite. Timestamps and durations are numbers of microseconds: their type is
 * known when the expression is checked, so they cannot be mistaken for numbers.
 */
export type Value = null | boolean | number | string | readonly Value[] | ValueMap;

/** Only own keys count: `constructor` and `__proto__` are keys like any other. */
export type ValueMap = { readonly [key: string]: Value };

export function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

export function isMap(value: Value): value is ValueMap {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns for example "a string", for messages about a value whose type was not known beforehand. */
export function describeValue(value: Value): string {
  if (value === null) return "null";
  if (typeof value === "boolean") return value ? "true" : "false";
  if (typeof value === "number") return "a number";
  if (typeof value === "string") return "a string";
  return isList(value) ? "a list" : "a map";
}
