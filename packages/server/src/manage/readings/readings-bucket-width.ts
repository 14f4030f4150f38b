import type { CalendarUnit } from "@weir/protocol/closed-sets";
/** The width of the buckets of a plot: fixed, or days, weeks or months of a time zone's calendar. */
export type BucketWidth =
  | { readonly kind: "fixed"; readonly us: number }
  | { readonly kind: "calendar"; readonly unit: CalendarUnit; readonly step: number };

const secondUs = 1e6;
const minuteUs = 60 * secondUs;
const hourUs = 60 * minuteUs;
const dayUs = 24 * hourUs;

/** No measurement needs a finer plot. */
const narrowestUs = 1000;
/** About a century. */
const widestUs = 36_525 * dayUs;

const duration = /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d{1,6})?)S)?)?$/;
const unitsUs = [7 * dayUs, dayUs, hourUs, minuteUs, secondUs];

/** `day`, `week` or `month`; seconds; or an ISO 8601 duration of weeks, days, hours, minutes and seconds. */
export function parseBucketWidth(text: string): BucketWidth | null {
  if (text === "day" || text === "week" || text === "month") return { kind: "calendar", unit: text, step: 1 };
  const us = /^\d{1,12}(\.\d{1,6})?$/.test(text) ? Number(text) * secondUs : durationUs(text);
  if (us === null || us < narrowestUs || us > widestUs) return null;
  return { kind: "fixed", us: Math.round(us) };
}

function durationUs(text: string): number | null {
  const parts = duration.exec(text)?.slice(1);
  if (parts === undefined || parts.every((part) => part === undefined)) return null;
  return parts.reduce((sum, part, nth) => sum + Number(part ?? 0) * unitsUs[nth]!, 0);
}

/** Widths that are easy to read off an axis. Those of hours divide the day. */
const choicesUs = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500].map((milliseconds) => milliseconds * 1000),
  ...[1, 2, 5, 10, 15, 30].map((seconds) => seconds * secondUs),
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * minuteUs),
  ...[1, 2, 3, 6, 12].map((hours) => hours * hourUs),
];
const choicesDays = [1, 2, 5, 10, 15, 30, 60, 90, 180, 365];

/** The narrowest width that splits a span into at most this many buckets. */
export function chooseBucketWidth(spanUs: number, points: number): BucketWidth {
  const leastUs = spanUs / points;
  const us = choicesUs.find((choice) => choice >= leastUs);
  if (us !== undefined) return { kind: "fixed", us };
  const leastDays = Math.ceil(leastUs / dayUs);
  const step = choicesDays.find((choice) => choice >= leastDays) ?? leastDays;
  return { kind: "calendar", unit: "day", step };
}
