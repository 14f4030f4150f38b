/** Finds what belongs to a key, asking once for each. For a short time, in which nothing changes. */
export function oncePerKey<Key, Found>(find: (key: Key) => Promise<Found>): (key: Key) => Promise<Found> {
  const found = new Map<Key, Promise<Found>>();
  return (key) => {
    const finding = found.get(key) ?? find(key);
    found.set(key, finding);
    return finding;
  };
}
