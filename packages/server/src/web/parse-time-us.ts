import { parseInstant } from "../platform/parse-instant.ts";

const dateLength = "YYYY-MM-DD".length;

/**
 * A requested time in microseconds since 1970: ISO 8601 (UTC unless it says otherwise; a date alone is its start), or
 * microseconds written as digits. Null for anything else. An unescaped plus in a query string arrives as a space, so a
 * space before an offset counts as a plus.
 */
export function parseTimeUs(text: string): number | null {
  if (/^\d{1,16}$/.test(text)) return Math.min(Number(text), Number.MAX_SAFE_INTEGER);
  const offsetAt = text.lastIndexOf(" ");
  return parseInstant(
    offsetAt > dateLength ? `${text.slice(0, offsetAt)}+${text.slice(offsetAt + 1)}` : text,
  );
}
