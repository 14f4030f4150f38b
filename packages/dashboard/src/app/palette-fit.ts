/**
 * Rates how well something matches the typed text; 0 if a word of the text is missing. A name that begins
 * with the text is best, then a name that contains it, then anything else it can be found by.
 */
export function fitOf(search: string, [name = "", ...further]: readonly string[]): number {
  const wanted = search.trim().toLowerCase();
  const called = name.toLowerCase();
  if (called.startsWith(wanted)) return 1;
  const words = wanted.split(/\s+/);
  const hasAll = (text: string) => words.every((word) => text.includes(word));
  if (hasAll(called)) return 0.75;
  return hasAll([called, ...further].join(" ").toLowerCase()) ? 0.5 : 0;
}
