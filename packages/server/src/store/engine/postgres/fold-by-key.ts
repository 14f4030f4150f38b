/** Returns the last item of each key, ordered by key. A statement may write no row twice, and the order prevents deadlocks. */
export function lastOfEach<T>(items: readonly T[], keyOf: (item: T) => readonly (number | string)[]): T[] {
  return foldByKey(items, keyOf, (_, later) => later);
}

/** Combines items with the same key. The result is ordered by key. */
export function foldByKey<T>(
  items: readonly T[],
  keyOf: (item: T) => readonly (number | string)[],
  fold: (earlier: T, later: T) => T,
): T[] {
  const folded = new Map<string, { readonly key: readonly (number | string)[]; item: T }>();
  for (const item of items) {
    const key = keyOf(item);
    const text = JSON.stringify(key);
    const found = folded.get(text);
    if (found === undefined) folded.set(text, { key, item });
    else found.item = fold(found.item, item);
  }
  return [...folded.values()].sort((a, b) => compareKeys(a.key, b.key)).map(({ item }) => item);
}

function compareKeys(a: readonly (number | string)[], b: readonly (number | string)[]): number {
  for (let place = 0; place < a.length; place++) {
    if (a[place]! < b[place]!) return -1;
    if (a[place]! > b[place]!) return 1;
  }
  return 0;
}
