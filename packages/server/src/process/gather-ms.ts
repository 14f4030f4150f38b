/**
 * Readings are gathered this long before they are settled, because a transaction costs the same for one reading as for
 * a thousand. It is also how far the store lags behind the answer on an idle machine.
 */
const gatherFewMs = 50;
/**
 * After a batch of this size, about 450 single readings, more are gathered: each reading of a large fleet goes to
 * another page of the store, and pages are written once per batch. A row costs 10 us in batches of 500. From 1,024 rows
 * on they are staged, for 3 us.
 */
const manyBytes = 16 * 1024;
const gatherManyMs = 200;

/**
 * Returns how long to gather after a batch of this size. Where there are several partitions, each has its own
 * transactions, and with them a share of the readings only: they gather longer, so that each settles several.
 */
export function gatherMs(bytes: number, partitions: number): number {
  return bytes < manyBytes && partitions === 1 ? gatherFewMs : gatherManyMs;
}
