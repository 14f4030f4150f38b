const firstMs = 1000;
const lastMs = 15 * 60 * 1000;

/**
 * How long to wait after so many failed tries. The ceiling doubles with every try; the wait is anything below it
 * ("full jitter"), so that messages which failed together do not all come back together.
 */
export function backOffMs(tries: number, random: () => number): number {
  const ceilingMs = Math.min(firstMs * 2 ** (tries - 1), lastMs);
  return Math.round(random() * ceilingMs);
}
