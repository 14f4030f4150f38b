/** Which devices were refused or rejected, and when. What is known of requests is one. */
export interface DeviceTroubles {
  /** Devices of which that is not known are left out. */
  lastTroubledOf(deviceIds: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /** Of all accounts. */
  troubledSince(sinceMs: number): Promise<readonly number[]>;
}

/** How long ago a device may have been refused or rejected and still count as troubled. */
export const troubledForMs = 24 * 60 * 60 * 1000;

/** Those, of all accounts, that are troubled now. Asked for together, because a look-up for each of many takes long. */
export async function troubledDevices(troubles: DeviceTroubles, nowMs: number): Promise<ReadonlySet<number>> {
  return new Set(await troubles.troubledSince(nowMs - troubledForMs));
}
