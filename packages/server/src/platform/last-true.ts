/** The last of the numbers from `from` on and below `to` for which this is so, where it is so up to one of them. */
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
