import type { ResourceDefinition } from "./resource-definition.ts";
import { type SnakeOf, snakeOf } from "./resource-words.ts";

/** The problem codes of a resource with their meanings: of one that does not exist, of one too many, and of a name twice. */
export type ResourceProblems<Definition extends ResourceDefinition> = Readonly<
  Record<
    | `unknown_${SnakeOf<Definition["thing"]>}`
    | `too_many_${SnakeOf<Definition["things"]>}`
    | (Definition extends { readonly sameName: "refused" }
        ? `${SnakeOf<Definition["thing"]>}_name_taken`
        : never),
    string
  >
>;

export function resourceProblems<Definition extends ResourceDefinition>(
  definition: Definition,
): ResourceProblems<Definition> {
  const { thing, things, title = thing, titles = things, owner, sameName } = definition;
  const orOwn = owner === "account" ? "" : ", or it is another person's";
  return {
    [`unknown_${snakeOf(thing)}`]: `There is no such ${title} in the account${orOwn}.`,
    [`too_many_${snakeOf(things)}`]: `${whoseLimit(definition)} reached the limit of ${titles}.`,
    ...(sameName === "refused"
      ? { [`${snakeOf(thing)}_name_taken`]: `Another ${title} of the account has this name.` }
      : {}),
  } as ResourceProblems<Definition>;
}

function whoseLimit({ owner, max }: ResourceDefinition): string {
  if (owner === "account") return "The account has";
  return max.perPerson === "shared"
    ? "The account and its members have"
    : "The account, or the person in it, has";
}
