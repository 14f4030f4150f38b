const firstMs = 1000;
const lastMs = 15 * 60 * 1000;

/**
 * Returns how long to wait after this many failed tries. The maximum doubles with every try. The wait is random below it ("full
 * jitter"), so that messages that failed together are not all retried together.
 */
export function backOffMs(tries: number, random: () => number): number {
  const ceilingMs = Math.min(firstMs * 2 ** (tries - 1), lastMs);
  return Math.round(random() * ceilingMs);
}
