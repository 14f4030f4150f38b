/** How many columns a table has that chooses them itself. */
export const commonSensorsMax = 6;

/** The slugs of sensors that most devices have, the most frequent first, and of those by name. */
export function commonSensors(
  sensors: readonly { readonly slug: string; readonly device: string }[],
): readonly string[] {
  const devices = new Map<string, Set<string>>();
  for (const { slug, device } of sensors) {
    const having = devices.get(slug) ?? new Set();
    devices.set(slug, having.add(device));
  }
  return [...devices]
    .toSorted(([a, one], [b, other]) => other.size - one.size || (a < b ? -1 : 1))
    .slice(0, commonSensorsMax)
    .map(([slug]) => slug);
}
