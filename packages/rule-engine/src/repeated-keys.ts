import type { ConfigProblem } from "./node-type.ts";

/** Returns a problem for every row of a list whose key an earlier row has already. */
export function repeatedKeys(list: string, field: string, keys: readonly string[]): ConfigProblem[] {
  return keys.flatMap((key, index) =>
    keys.indexOf(key) < index
      ? [{ field: `${list}.${index}.${field}`, message: `is used twice: "${key}"` }]
      : [],
  );
}
