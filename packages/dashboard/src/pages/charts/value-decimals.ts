/** As many decimals as it takes to tell places of an axis apart that are a few pixels from each other. */
export function decimalsBetween(low: number, high: number): number {
  const distance = high - low;
  return distance <= 0 ? 1 : Math.min(10, Math.max(0, 2 - Math.floor(Math.log10(distance))));
}
