/** Wall-clock time as a dependency, so that windows and tolerances can be tested without waiting. */
export interface Clock {
  nowMs(): number;
}

export const systemClock: Clock = { nowMs: () => Date.now() };
