import type { Condition } from "./device-list-match.ts";

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

/** Up to this many devices are looked up one by one; with more, those of the account are gone through. */
const fewMax = 2000;

export interface TroubleFilter {
  /** What narrows down where to look. */
  readonly conditions: readonly Condition[];
  readonly isMeant: (deviceId: number) => boolean;
}

/** Devices that are troubled now, or that are not, or all. */
export function filterByTrouble(
  troubles: DeviceTroubles,
  nowMs: number,
  troubled: boolean | undefined,
): TroubleFilter {
  if (troubled === undefined) return { conditions: [], isMeant: () => true };
  const ids = troubledDevices(troubles, nowMs);
  const isMeant = (deviceId: number): boolean => ids.has(deviceId) === troubled;
  if (!troubled || ids.size > fewMax) return { conditions: [], isMeant };
  const sql = "id IN (SELECT value FROM json_each(?))";
  return { conditions: [{ sql, values: [JSON.stringify([...ids])] }], isMeant };
}
