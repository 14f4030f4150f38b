import { digitAt } from "./digits.ts";
import { Iso8601Parser, isWritableYear } from "./iso-8601.ts";

/** A leap year with 53 weeks, so every date of any year exists in it. */
const fullestYear = "2004";
const yearDigitsMax = 12;

const parser = new Iso8601Parser();

/**
 * Returns whether an invalid timestamp would be valid if it were in the years 1970 to 9999, also if written with a sign or more
 * digits (`-0044-03-15`, `+012026-01-01`). It only explains what is wrong; it decides nothing.
 */
export function isOutsideYears(text: string): boolean {
  const isSigned = text[0] === "+" || text[0] === "-";
  const start = isSigned ? 1 : 0;
  let end = start;
  while (digitAt(text, end) <= 9) end++;
  // Without a hyphen after it, a longer number is a date in the basic format.
  const isLongYear = end - start > 4 && text[end] === "-";
  if (!isLongYear) end = start + 4;
  if (end - start > yearDigitsMax) return false;
  const year = Number(text.slice(0, end));
  if (!isWritableYear(year)) return parser.parse(fullestYear + text.slice(end));
  return !isSigned && !parser.parse(text) && parser.isOutOfRange;
}
