/** Knows which devices were refused or rejected, and when. The records of requests implement it. */
export interface DeviceTroubles {
  /** Devices for which this is not known are left out. */
  lastTroubledOf(deviceIds: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /** Of all accounts. */
  troubledSince(sinceMs: number): Promise<readonly number[]>;
}

/** How long ago a device may have been refused or rejected and still count as troubled. */
export const troubledForMs = 24 * 60 * 60 * 1000;

/** The currently troubled devices of all accounts. Read together, because a look-up for each of many takes long. */
export async function troubledDevices(troubles: DeviceTroubles, nowMs: number): Promise<ReadonlySet<number>> {
  return new Set(await troubles.troubledSince(nowMs - troubledForMs));
}
