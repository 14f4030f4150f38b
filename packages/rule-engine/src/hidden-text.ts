/** Stands where something is kept from whoever looks. */
export const hidden = "(hidden)";

const why = "was hidden from the person who exported the chain";

/** What is wrong with a URL that is part of a chain as somebody got it who may not see its secrets. */
export function hiddenUrlProblem(url: string): string | null {
  return url.includes(hidden) ? `must be entered again: a part of it ${why}` : null;
}

/** The same of a header, which the message names, since its place in a list says little to people. */
export function hiddenHeaderProblem(name: string, value: string | null): string | null {
  return value === hidden ? `must be entered again: the value of the header "${name}" ${why}` : null;
}
