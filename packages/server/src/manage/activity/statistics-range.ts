import { slotMs } from "../../store/statistics-queries.ts";

/** How finely readings are counted, and for how long; what is older is there in hours. */
export interface CountedSlots {
  readonly fineS: number;
  readonly fineForMs: number;
}

const hourS = 3600;
const hourMs = hourS * 1000;
export const accountSlots: CountedSlots = { fineS: slotMs.account / 1000, fineForMs: 24 * hourMs };
/** Of devices and sensors. */
export const sensorSlots: CountedSlots = { fineS: slotMs.sensor / 1000, fineForMs: 6 * hourMs };

export interface StatisticsRange {
  readonly fromMs: number;
  readonly toMs: number;
  /** How long the slots are that the counts are in. */
  readonly unitS: number;
}

/** Widened to whole slots, so that what is counted is what the range says. */
export function wholeSlots(
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  { fineS, fineForMs }: CountedSlots,
  nowMs: number,
): StatisticsRange {
  const unitS = fromMs < nowMs - fineForMs ? hourS : fineS;
  const unitMs = unitS * 1000;
  return { fromMs: floorTo(fromMs, unitMs), toMs: ceilTo(toMs, unitMs), unitS };
}

export interface SeriesBuckets {
  readonly bucketS: number;
  /** Ascending; one bucket lies between two of them. */
  readonly edgesMs: readonly number[];
}

/**
 * About so many buckets, at most two more: their length is a multiple of the slots', and they begin at multiples of their
 * length since 1970, so that a curve that is drawn anew keeps its buckets.
 */
export function seriesBuckets({ fromMs, toMs, unitS }: StatisticsRange, points: number): SeriesBuckets {
  // The range is wider than what was asked for by up to two slots, which should not make every bucket longer.
  const askedS = Math.max(unitS, (toMs - fromMs) / 1000 - unitS);
  const bucketS = unitS * Math.ceil(askedS / points / unitS);
  const bucketMs = bucketS * 1000;
  const startMs = floorTo(fromMs, bucketMs);
  const count = (ceilTo(toMs, bucketMs) - startMs) / bucketMs;
  return { bucketS, edgesMs: Array.from({ length: count + 1 }, (_, index) => startMs + index * bucketMs) };
}

/** The last 24 hours in hours, the present one included. */
export function lastDayEdges(nowMs: number): number[] {
  const endMs = ceilTo(nowMs + 1, hourMs);
  return Array.from({ length: 25 }, (_, index) => endMs - (24 - index) * hourMs);
}

function floorTo(ms: number, unitMs: number): number {
  return Math.floor(ms / unitMs) * unitMs;
}

function ceilTo(ms: number, unitMs: number): number {
  return Math.ceil(ms / unitMs) * unitMs;
}
