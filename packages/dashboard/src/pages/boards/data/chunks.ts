/** The items in lists of at most this many. */
export function chunks<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, nth) => items.slice(nth * size, (nth + 1) * size));
}
