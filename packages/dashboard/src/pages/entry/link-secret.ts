/**
 * The secret of a link from a mail or the terminal stands behind its #, which browsers send to nobody. It stays in the
 * address until it has been used, so that the page can be loaded again.
 */
export function linkSecret(): string {
  return location.hash.slice(1);
}
