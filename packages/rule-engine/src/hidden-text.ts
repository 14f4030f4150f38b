/** Replaces a text that the viewer may not see. */
export const hidden = "(hidden)";

const why = "was hidden from the person who exported the chain";

/** Returns the problem of a URL in a chain whose secrets were hidden from the person who sends it back, or null. */
export function hiddenUrlProblem(url: string): string | null {
  return url.includes(hidden) ? `must be entered again: a part of it ${why}` : null;
}

/** Like `hiddenUrlProblem`, for a header. The message names the header, because its index in a list says little to people. */
export function hiddenHeaderProblem(name: string, value: string | null): string | null {
  return value === hidden ? `must be entered again: the value of the header "${name}" ${why}` : null;
}
