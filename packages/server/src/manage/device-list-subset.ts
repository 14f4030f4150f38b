import type { Condition } from "./device-list-match.ts";

/** Up to this many devices are looked up one by one; with more, those of the account are gone through. */
const fewMax = 2000;

/** Narrows a list to some of the devices. */
export interface SubsetFilter {
  /** What narrows down where to look. */
  readonly conditions: readonly Condition[];
  readonly isMeant: (deviceId: number) => boolean;
}

/** Devices that are in the set, or that are not, or all. The set is asked for only where it matters. */
export function filterBySet(
  findIds: () => ReadonlySet<number>,
  isWanted: boolean | undefined,
): SubsetFilter | null {
  if (isWanted === undefined) return null;
  const ids = findIds();
  const isMeant = (deviceId: number): boolean => ids.has(deviceId) === isWanted;
  if (!isWanted || ids.size > fewMax) return { conditions: [], isMeant };
  const sql = "id IN (SELECT value FROM json_each(?))";
  return { conditions: [{ sql, values: [JSON.stringify([...ids])] }], isMeant };
}
