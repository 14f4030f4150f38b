import { plural } from "../../format/number.ts";

const year = 365;

/** "forever", "30 days", "2 years". */
export function keptText(days: number | null): string {
  if (days === null) return "forever";
  return days % year === 0 ? plural(days / year, "year") : plural(days, "day");
}

/** The same within a sentence: "forever", "for 30 days". */
export function keptPhrase(days: number | null): string {
  return days === null ? keptText(days) : `for ${keptText(days)}`;
}

/** Said when a time is set: what a shorter one deletes does not go at once. */
export function keptSaid(what: string, days: number | null, before: number | null): string {
  const said = `${what} are kept ${keptPhrase(days)}.`;
  return isShorter(days, before) ? `${said} Older ones are deleted within about an hour.` : said;
}

const dayMs = 86_400_000;

/** The instant from which on readings are kept that are kept so long. */
export function keptSinceMs(days: number, nowMs: number): number {
  return nowMs - days * dayMs;
}

/** Whether a change deletes something that was kept before. */
export function isShorter(days: number | null, before: number | null): boolean {
  return days !== null && (before === null || days < before);
}
