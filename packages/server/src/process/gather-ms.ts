/**
 * Readings are gathered this long before they are settled, because a transaction costs the same for one reading as for
 * a thousand. It is also how far the store lags behind the answer on an idle machine.
 */
const gatherFewMs = 50;
/**
 * After a batch of this size, about 450 single readings, more are gathered: those of a large fleet each go to another page of
 * the store, which is written once a batch. A row costs 10 us in batches of 500. From 1,024 rows on they are staged, for 3 us.
 */
const manyBytes = 16 * 1024;
const gatherManyMs = 200;

/** How long to gather after a batch of this size. */
export function gatherMs(bytes: number): number {
  return bytes < manyBytes ? gatherFewMs : gatherManyMs;
}
