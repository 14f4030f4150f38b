/**
 * Searches the numbers from `from` (inclusive) to `to` (exclusive) for the last for which `isSo` holds. It must hold up to some
 * number and not after it. Returns `from - 1` if it holds for none.
 */
export function lastTrue(from: number, to: number, isSo: (at: number) => boolean): number {
  let low = from - 1;
  let high = to;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isSo(middle)) low = middle;
    else high = middle;
  }
  return low;
}
