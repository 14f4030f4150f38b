/** Which devices were refused or rejected, and when. What is known of requests is one. */
export interface DeviceTroubles {
  /** Null for a device of which that is not known. */
  lastTroubledMs(deviceId: number): number | null;
  /** Of all accounts. */
  troubledSince(sinceMs: number): readonly number[];
}

/** How long ago a device may have been refused or rejected and still count as troubled. */
export const troubledForMs = 24 * 60 * 60 * 1000;

/** Those, of all accounts, that are troubled now. Asked for together, because a look-up for each of many takes long. */
export function troubledDevices(troubles: DeviceTroubles, nowMs: number): ReadonlySet<number> {
  return new Set(troubles.troubledSince(nowMs - troubledForMs));
}
