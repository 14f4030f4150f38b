import type { StoredReading } from "../reading-queries.ts";

/** Keeps the reading for its sensor unless a later one is kept already. */
export function keepLater(
  latest: Map<number, StoredReading>,
  sensorId: number,
  reading: StoredReading,
): void {
  const known = latest.get(sensorId);
  if (known === undefined || isLater(reading, known)) latest.set(sensorId, reading);
}

/** Among readings with the same time, the one received last is later, and among these the one with the largest value. */
function isLater(left: StoredReading, right: StoredReading): boolean {
  const order = left.atUs - right.atUs || left.receivedUs - right.receivedUs || left.value - right.value;
  return order > 0;
}
