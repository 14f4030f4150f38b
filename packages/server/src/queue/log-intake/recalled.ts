/** What the store, or the memory of duplicates, knows about the readings of a request. */
export interface Recalled {
  /** When each reading first arrived, by index in the frame; 0 if it is new as far as is known. Null if all are. */
  readonly acceptedMs: Float64Array | null;
  /** From this index on, all are new as far as is known. */
  readonly newFrom: number;
}

export const allNew: Recalled = { acceptedMs: null, newFrom: 0 };

export function recalledOf(acceptedMs: Float64Array): Recalled {
  let newFrom = acceptedMs.length;
  while (newFrom > 0 && acceptedMs[newFrom - 1] === 0) newFrom--;
  return newFrom === 0 ? allNew : { acceptedMs, newFrom };
}
