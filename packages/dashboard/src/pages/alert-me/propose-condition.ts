import type { AlertRuleForm } from "../alert-rules/alert-rule-form.ts";

/** What a sensor measured in the last week. */
export interface Week {
  readonly min: number;
  readonly max: number;
  /** Null if it cannot be computed. */
  readonly mean: number | null;
}

interface Known {
  /** Null without readings. */
  readonly week: Week | null;
  /** The type of the sensor, if it is in the list of types. */
  readonly type: KnownType | undefined;
}

interface KnownType {
  readonly name: string;
  readonly decimals: number | null;
  readonly min: number | null;
  readonly max: number | null;
}

type ProposedCondition = Pick<AlertRuleForm, "kind" | "limit" | "min" | "max" | "hysteresis" | "minutes">;

const nothing: ProposedCondition = {
  kind: "above",
  limit: "",
  min: "",
  max: "",
  hysteresis: "0",
  minutes: "0",
};

/** A door that is open this long was probably forgotten. */
const openMinutes = "10";
/** Proposed limits are this far beyond what was measured, as a share of how far the values lie apart. */
const airShare = 0.5;
const flatShare = 0.1;
/** The value has to come back by this share before the alarm is cleared, so that it is not raised again at once. */
const backShare = 0.1;

/** Types of which only one side is bad. */
const badWhenLow = /batter|signal|level|moisture/i;
const badWhenHigh = /co2|pm\d|voc|sound|wind|current|power/i;

/**
 * When a rule could raise an alarm: beyond what the sensor measured in the last week, and inside the usual range of its
 * type. Without readings, the usual range itself.
 */
export function proposeCondition({ week, type }: Known): ProposedCondition {
  const usual = { min: type?.min ?? null, max: type?.max ?? null };
  if (usual.min === 0 && usual.max === 1) return { ...nothing, limit: "0.5", minutes: openMinutes };
  const side = (pattern: RegExp) => pattern.test(type?.name ?? "");
  const [low, high] = week === null ? [usual.min, usual.max] : beyond(week, usual);
  const spread = week === null ? 0 : week.max - week.min;
  const decimals = type?.decimals ?? decimalsFor(spread || Math.abs(high ?? low ?? 0) * flatShare);
  const text = (value: number | null) => (value === null ? "" : String(Number(value.toFixed(decimals))));
  const proposed = { ...nothing, hysteresis: text(spread * backShare) };
  if (side(badWhenLow) || (high === null && low !== null && !side(badWhenHigh)))
    return { ...proposed, kind: "below", limit: text(low) };
  if (side(badWhenHigh) || low === null) return { ...proposed, kind: "above", limit: text(high) };
  return { ...proposed, kind: "outside", min: text(low), max: text(high) };
}

/** Limits beyond the values of a week. A limit that values of this type do not reach is none. */
function beyond({ min, max }: Week, usual: { readonly min: number | null; readonly max: number | null }) {
  const air = (max - min) * airShare || Math.abs(max) * flatShare || 1;
  const [low, high] = [min - air, max + air];
  return [
    usual.min !== null && low <= usual.min ? null : low,
    usual.max !== null && high >= usual.max ? null : high,
  ] as const;
}

/** Enough decimals to tell two values apart that are this far from each other. */
function decimalsFor(distance: number): number {
  return distance <= 0 ? 1 : Math.min(10, Math.max(0, 1 - Math.floor(Math.log10(distance))));
}
