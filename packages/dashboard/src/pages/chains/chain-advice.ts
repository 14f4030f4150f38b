/** A chain in which nothing saves is legal, and seldom what is meant. */
export const noSaveAdvice = "Nothing in this chain saves. Readings will be accepted and not stored.";

const noSaveWarning = "No save step is reachable";

/** A warning of the server as the pages word it; those that are not known are said as they came. */
export function adviceOf(warning: string): string {
  return warning.startsWith(noSaveWarning) ? noSaveAdvice : warning;
}
