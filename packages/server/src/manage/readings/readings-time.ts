import { parseInstant } from "../../platform/parse-instant.ts";

const dateLength = "YYYY-MM-DD".length;

/**
 * A time that somebody asks for, in microseconds since 1970: ISO 8601 (UTC unless it says otherwise; a date alone is its
 * start), or the microseconds themselves, for which digits alone are taken. Null for anything else. In a query string a
 * plus that was not escaped arrives as a space, so before an offset a space is a plus.
 */
export function parseTimeUs(text: string): number | null {
  if (/^\d{1,16}$/.test(text)) return Math.min(Number(text), Number.MAX_SAFE_INTEGER);
  const offsetAt = text.lastIndexOf(" ");
  return parseInstant(
    offsetAt > dateLength ? `${text.slice(0, offsetAt)}+${text.slice(offsetAt + 1)}` : text,
  );
}
