const hourMs = 3_600_000;

/** Returns the hours since 1970 in UTC. */
export function hourOf(ms: number): number {
  return Math.floor(ms / hourMs);
}

/** Returns when an hour begins, in milliseconds since 1970. It ends when the next one begins. */
export function hourStartMs(hour: number): number {
  return hour * hourMs;
}
