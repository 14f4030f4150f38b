import { CommandFailure } from "./failure.ts";

interface Named {
  readonly uuid: string;
  readonly name: string;
}

/** Finds what has this name or UUID. Names need not be unique; `thing` is its name in codes, such as "alert_rule". */
export function findNamed<Item extends Named>(items: readonly Item[], wanted: string, thing: string): Item {
  const found = items.filter(({ uuid, name }) => uuid === wanted || name === wanted);
  const words = thing.replaceAll("_", " ");
  if (found.length > 1)
    throw new CommandFailure(`ambiguous_${thing}`, `Several ${words}s are called "${wanted}"; use the UUID.`);
  if (found.length === 0)
    throw new CommandFailure(`unknown_${thing}`, `The account has no ${words} "${wanted}".`);
  return found[0]!;
}
