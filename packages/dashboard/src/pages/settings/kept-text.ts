import { plural } from "../../format/number.ts";

const year = 365;

/** "for ever", "30 days", "2 years". */
export function keptText(days: number | null): string {
  if (days === null) return "for ever";
  return days % year === 0 ? plural(days / year, "year") : plural(days, "day");
}

/** Whether a change deletes something that was kept before. */
export function isShorter(days: number | null, before: number | null): boolean {
  return days !== null && (before === null || days < before);
}
