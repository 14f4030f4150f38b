import type { FaultKind } from "./fault-kind.ts";
import { kindState, type ProofState } from "./proof-state.ts";

/**
 * The kind whose turn it is: the one that had the least time for its share, so that a short run has a round of each. Null
 * if all are complete, or if no round is likely to end in the time that is left.
 */
export function nextKind(kinds: readonly FaultKind[], state: ProofState, leftS: number): FaultKind | null {
  const open = kinds.filter((kind) => {
    const { done, rounds, seconds } = kindState(state, kind);
    return done < kind.target && (rounds === 0 || seconds / rounds <= leftS);
  });
  const spent = (kind: FaultKind) => kindState(state, kind).seconds / kind.share;
  return open.toSorted((one, other) => spent(one) - spent(other))[0] ?? null;
}

/** How long the rest of all kinds takes at the speed so far, in seconds; null while one of them has not begun. */
export function restS(kinds: readonly FaultKind[], state: ProofState): number | null {
  let sum = 0;
  for (const kind of kinds) {
    const { done, seconds } = kindState(state, kind);
    if (done === 0) return null;
    sum += (Math.max(0, kind.target - done) / done) * seconds;
  }
  return sum;
}
