import { plural } from "../../format/number.ts";

const year = 365;

/** "forever", "30 days", "2 years". */
export function keptText(days: number | null): string {
  if (days === null) return "forever";
  return days % year === 0 ? plural(days / year, "year") : plural(days, "day");
}

/** The duration within a sentence: "forever", "for 30 days". */
export function keptPhrase(days: number | null): string {
  return days === null ? keptText(days) : `for ${keptText(days)}`;
}

/** Shown after the retention is set: a shorter one does not delete readings at once. */
export function keptSaid(what: string, days: number | null, before: number | null): string {
  const said = `${what} are kept ${keptPhrase(days)}.`;
  return isShorter(days, before) ? `${said} Older ones are deleted within about an hour.` : said;
}

const dayMs = 86_400_000;

/** The oldest time of readings that are kept with this retention. */
export function keptSinceMs(days: number, nowMs: number): number {
  return nowMs - days * dayMs;
}

/** Whether a change deletes readings that were kept before. */
export function isShorter(days: number | null, before: number | null): boolean {
  return days !== null && (before === null || days < before);
}
