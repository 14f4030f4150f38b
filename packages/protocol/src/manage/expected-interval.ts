/** Thirty days. */
export const expectedIntervalMaxS = 2_592_000;

/** How many intervals may pass before a device is offline. One missed request is not an outage. */
const intervalsUntilOffline = 3;
/** The shortest time until a device is offline, because any network may fail for a moment. */
const offlineAfterMinMs = 60_000;
/** Used if the interval of a device is not known. */
export const offlineAfterUnknownMs = 10 * 60_000;

/** How long a device may send no request and still count as online. */
export function offlineAfterMs(intervalMs: number | null): number {
  if (intervalMs === null) return offlineAfterUnknownMs;
  return Math.max(intervalsUntilOffline * intervalMs, offlineAfterMinMs);
}
