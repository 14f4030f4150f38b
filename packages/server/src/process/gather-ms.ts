/**
 * Readings are gathered this long before they are settled, because a transaction costs the same for one reading as for
 * a thousand. It is also how far the store lags behind the answer on an idle machine.
 */
const gatherFewMs = 50;
/**
 * After a batch of this size, about 450 single readings, more are gathered: those of a large fleet each go to another page of
 * the store, which is written once a batch. A row costs 10 us in batches of 500, 6.5 in those of 2,000 and 3 in those of 10,000.
 */
const manyBytes = 16 * 1024;
const gatherManyMs = 200;
/**
 * After a batch of so many sensors, even more: their pages are what the batch costs. With 100,000 devices a reading takes 9 us of
 * the processor in batches of 5,000 and 7 in those of 10,000. Settling such a batch takes a tenth of a second, and readings are to
 * be visible within half of one.
 */
const manySensors = 1000;
const gatherManySensorsMs = 350;

/** How long to gather after a batch of so many bytes, with readings of so many sensors. */
export function gatherMs(bytes: number, sensors: number): number {
  if (bytes < manyBytes) return gatherFewMs;
  return sensors < manySensors ? gatherManyMs : gatherManySensorsMs;
}
