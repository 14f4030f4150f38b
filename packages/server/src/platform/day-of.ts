export const dayMs = 86_400_000;

/** Returns the days since 1970 in UTC. */
export function dayOf(ms: number): number {
  return Math.floor(ms / dayMs);
}
