/** Thirty days. */
export const expectedIntervalMaxS = 2_592_000;

/** So many intervals may pass: one missed request is no outage. */
const intervalsUntilOffline = 3;
/** However often a device sends, a network may fail for a moment. */
const offlineAfterMinMs = 60_000;
/** Where it is not known how often a device sends. */
export const offlineAfterUnknownMs = 10 * 60_000;

/** For how long a device may be without a request and still count as online. */
export function offlineAfterMs(intervalMs: number | null): number {
  if (intervalMs === null) return offlineAfterUnknownMs;
  return Math.max(intervalsUntilOffline * intervalMs, offlineAfterMinMs);
}
