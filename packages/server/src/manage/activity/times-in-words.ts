import { formatMicros } from "../../platform/instant.ts";

const secondEnd = "YYYY-MM-DDThh:mm:ss".length;

/** A length of time as people say it, in its two largest units: `2 h 5 min`. */
export function durationInWords(durationMs: number): string {
  const ms = Math.abs(durationMs);
  if (ms < 1000) return `${Math.round(ms)} ms`;
  const seconds = Math.round(ms / 1000);
  const parts = [
    [Math.floor(seconds / 86_400), "d"],
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

/** A point in time as people read it: `2026-06-01 12:00:00 UTC`. */
export function timeInWords(ms: number): string {
  return `${formatMicros(ms * 1000)
    .slice(0, secondEnd)
    .replace("T", " ")} UTC`;
}
