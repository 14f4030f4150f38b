/** How often a thread looks at a lock before it sleeps. A lock is held for less than a microsecond. */
const looksMax = 1000;
const sleepMs = 1;
/**
 * A lock that is held for so many sleeps belongs to a thread that was ended while it held it, and is taken over. On a machine
 * with too much to do, a living thread may be without a core for a tenth of that; the limit of a key would then be passed.
 */
const sleepsMax = 2000;

const free = 0;
const held = 1;

/** Takes a lock that threads share. Between `lock` and `unlock` there must be nothing that waits or throws. */
export function lock(locks: Int32Array, index: number): void {
  for (let sleeps = 0; sleeps < sleepsMax; sleeps++) {
    for (let looks = 0; looks < looksMax; looks++) {
      if (Atomics.compareExchange(locks, index, free, held) === free) return;
    }
    Atomics.wait(locks, index, held, sleepMs);
  }
}

export function unlock(locks: Int32Array, index: number): void {
  Atomics.store(locks, index, free);
}
