import type { ConfigProblem } from "./node-type.ts";

/** For rows of a list of which each has to name something else: those that name what a row before them has named. */
export function repeatedKeys(list: string, field: string, keys: readonly string[]): ConfigProblem[] {
  return keys.flatMap((key, index) =>
    keys.indexOf(key) < index
      ? [{ field: `${list}.${index}.${field}`, message: `is used twice: "${key}"` }]
      : [],
  );
}
