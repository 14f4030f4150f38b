import { formatMicros } from "./instant.ts";

const secondEnd = "YYYY-MM-DDThh:mm:ss".length;

/** From this many days on, months are clearer. */
const monthsFromDays = 60;
const yearsFromDays = 365;
const daysOfMonth = 30.44;
const daysOfYear = 365.25;

/** Formats a length of time for people: in its two largest units, `2 h 5 min`, and from months on in one, `3 years`. */
export function durationInWords(durationMs: number): string {
  const ms = Math.abs(durationMs);
  if (ms < 1000) return `${Math.round(ms)} ms`;
  const seconds = Math.round(ms / 1000);
  const days = seconds / 86_400;
  if (days >= yearsFromDays) return inUnits(days / daysOfYear, "year");
  if (days >= monthsFromDays) return inUnits(days / daysOfMonth, "month");
  const parts = [
    [Math.floor(days), Math.floor(days) === 1 ? "day" : "days"],
    [Math.floor(seconds / 3600) % 24, "h"],
    [Math.floor(seconds / 60) % 60, "min"],
    [seconds % 60, "s"],
  ] as const;
  const first = parts.findIndex(([amount]) => amount > 0);
  return parts
    .slice(first, first + 2)
    .filter(([amount]) => amount > 0)
    .map(([amount, unit]) => `${amount} ${unit}`)
    .join(" ");
}

function inUnits(amount: number, unit: string): string {
  const whole = Math.max(1, Math.round(amount));
  return `${whole} ${unit}${whole === 1 ? "" : "s"}`;
}

/** Formats a point in time for people: `2026-06-01 12:00:00 UTC`. */
export function timeInWords(ms: number): string {
  return `${formatMicros(ms * 1000)
    .slice(0, secondEnd)
    .replace("T", " ")} UTC`;
}
