/**
 * How well something fits what was typed, every word of which has to be there; 0 where it does not. Best is a name that
 * begins so, then one that has it anywhere, then whatever else there is to find it by.
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
