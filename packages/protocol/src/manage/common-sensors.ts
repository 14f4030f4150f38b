/** How many columns a table has that chooses them itself. */
export const commonSensorsMax = 6;

/**
 * The slugs of sensors that at least half of the devices have, the most frequent first, and of those by name. If there are
 * none, those that several devices have: a column for one device would be empty for all others.
 */
export function commonSensors(
  sensors: readonly { readonly slug: string; readonly device: string }[],
): readonly string[] {
  const devices = new Map<string, Set<string>>();
  for (const { slug, device } of sensors) {
    const having = devices.get(slug) ?? new Set();
    devices.set(slug, having.add(device));
  }
  const half = new Set(sensors.map(({ device }) => device)).size / 2;
  const usual = [...devices].filter(([, having]) => having.size >= half);
  const shared = [...devices].filter(([, having]) => having.size > 1);
  return (usual.length > 0 ? usual : shared)
    .toSorted(([a, one], [b, other]) => other.size - one.size || (a < b ? -1 : 1))
    .slice(0, commonSensorsMax)
    .map(([slug]) => slug);
}
