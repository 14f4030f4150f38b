/** A stretch of time: from one instant to just before another. */
export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** Ranges that end now, as links and buttons name them. */
export const presetLengthsMs = {
  "1h": hourMs,
  "6h": 6 * hourMs,
  "24h": dayMs,
  "7d": 7 * dayMs,
  "30d": 30 * dayMs,
  "1y": 365 * dayMs,
} as const;

export type Preset = keyof typeof presetLengthsMs;
export const presets = Object.keys(presetLengthsMs) as readonly Preset[];

export function isPreset(text: unknown): text is Preset {
  return typeof text === "string" && Object.hasOwn(presetLengthsMs, text);
}

const shortestMs = 1000;
const longestMs = 50 * 365 * dayMs;
/** Well within the limits of dates and of the server's times. */
const earliestMs = 0;
const latestMs = Date.UTC(2200, 0, 1);

export function lengthMs({ fromMs, toMs }: Span): number {
  return toMs - fromMs;
}

export function lastSpan(preset: Preset, nowMs: number): Span {
  return { fromMs: nowMs - presetLengthsMs[preset], toMs: nowMs };
}

/** The shortest preset that shows at least as much. */
export function presetFor(length: number): Preset {
  return presets.find((preset) => presetLengthsMs[preset] >= length) ?? "1y";
}

/** The default. */
export const usualPreset: Preset = "24h";

/** The default range, or a shorter one if that shows everything since `sinceMs`. */
export function usualPresetSince(sinceMs: number, nowMs: number): Preset {
  return presetFor(Math.min(nowMs - sinceMs, presetLengthsMs[usualPreset]));
}

/** Moves the span by a share of its length, forward if it is positive. */
export function panned(span: Span, share: number): Span {
  const byMs = lengthMs(span) * share;
  return within({ fromMs: span.fromMs + byMs, toMs: span.toMs + byMs });
}

/** Makes the span longer (factor above 1) or shorter. The anchor keeps its place on the screen. */
export function zoomed(span: Span, factor: number, anchorMs: number): Span {
  const length = lengthMs(span);
  const wanted = Math.min(Math.max(length * factor, shortestMs), longestMs);
  const share = (anchorMs - span.fromMs) / length;
  const fromMs = anchorMs - share * wanted;
  return within({ fromMs, toMs: fromMs + wanted });
}

/** Moves the span back to times that can be requested, and keeps its length if possible. */
export function within({ fromMs, toMs }: Span): Span {
  const length = Math.min(Math.max(toMs - fromMs, shortestMs), longestMs);
  const from = Math.min(Math.max(fromMs, earliestMs), latestMs - length);
  return { fromMs: from, toMs: from + length };
}

export function covers(outer: Span, inner: Span): boolean {
  return outer.fromMs <= inner.fromMs && outer.toMs >= inner.toMs;
}
