import type { Curve } from "./curve.ts";
import { gapAboveMs } from "./gaps.ts";
import type { Span } from "./span.ts";

/** A stretch of time in which a value was on (not 0) or off. */
interface StateStretch extends Span {
  readonly isOn: boolean;
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
    const isOn = last[nth] !== 0;
    const before = stretches.at(-1);
    if (before !== undefined && before.isOn === isOn && before.toMs === fromMs)
      stretches[stretches.length - 1] = { ...before, toMs: endMs };
    else stretches.push({ isOn, fromMs, toMs: endMs });
  }
  return stretches;
}

/** The part of the known time in which it was on, from 0 to 1. */
export function shareOn(stretches: readonly StateStretch[]): number {
  const sum = (some: readonly StateStretch[]) => some.reduce((ms, { fromMs, toMs }) => ms + toMs - fromMs, 0);
  const known = sum(stretches);
  return known === 0 ? 0 : sum(stretches.filter(({ isOn }) => isOn)) / known;
}
