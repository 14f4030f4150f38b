import type { Curve } from "./curve.ts";
import { gapAboveMs } from "./gaps.ts";
import type { Span } from "./span.ts";

/** A stretch of time in which a sensor had one state. */
interface StateStretch extends Span {
  readonly value: number;
}

/**
 * The states of a sensor within the span. A state lasts until the next point, or until `span.toMs` after the last one.
 * Inside a gap without readings, the state is not known.
 */
export function stateStretches(curve: Curve, widthMs: number, span: Span): readonly StateStretch[] {
  const { atMs, last } = curve;
  const longestMs = gapAboveMs(curve, widthMs);
  const stretches: StateStretch[] = [];
  for (const [nth, startMs] of atMs.entries()) {
    const endMs = Math.min(atMs[nth + 1] ?? span.toMs, startMs + longestMs, span.toMs);
    const fromMs = Math.max(startMs, span.fromMs);
    if (endMs <= fromMs) continue;
    const value = last[nth]!;
    const before = stretches.at(-1);
    if (before !== undefined && before.value === value && before.toMs === fromMs)
      stretches[stretches.length - 1] = { ...before, toMs: endMs };
    else stretches.push({ value, fromMs, toMs: endMs });
  }
  return stretches;
}

/** The part of the known time in which it had this value, from 0 to 1. */
export function shareOf(stretches: readonly StateStretch[], value: number): number {
  const sum = (some: readonly StateStretch[]) => some.reduce((ms, { fromMs, toMs }) => ms + toMs - fromMs, 0);
  const known = sum(stretches);
  return known === 0 ? 0 : sum(stretches.filter((one) => one.value === value)) / known;
}
