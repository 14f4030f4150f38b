import { digitAt } from "./digits.ts";
import { Iso8601Parser, isWritableYear } from "./iso-8601.ts";

/** A leap year with 53 weeks, so it has every date that any year has. */
const fullestYear = "2004";
const yearDigitsMax = 12;

const parser = new Iso8601Parser();

/**
 * Whether a text that is not a valid timestamp would be one if only it lay in the years 1970 to 9999, also written with
 * a sign or more digits (`-0044-03-15`, `+012026-01-01`). It tells people what is wrong; it decides nothing.
 */
export function isOutsideYears(text: string): boolean {
  const isSigned = text[0] === "+" || text[0] === "-";
  const start = isSigned ? 1 : 0;
  let end = start;
  while (digitAt(text, end) <= 9) end++;
  // Without a hyphen behind it, a longer number is a date in the basic format.
  const isLongYear = end - start > 4 && text[end] === "-";
  if (!isLongYear) end = start + 4;
  if (end - start > yearDigitsMax) return false;
  const year = Number(text.slice(0, end));
  if (!isWritableYear(year)) return parser.parse(fullestYear + text.slice(end));
  return !isSigned && !parser.parse(text) && parser.isOutOfRange;
}
