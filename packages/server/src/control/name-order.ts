import { digitAt } from "../platform/digits.ts";

/** A number as long as the longest name has this many digits in its length. */
const lengthDigits = 3;
/** The length for the longest name if every character were a number of one digit. */
export const nameOrderLengthMax = 200 * (1 + lengthDigits);

/**
 * Returns a sort key for natural order: in any case, and with numbers by their value, so that "Pump 2" comes before "Pump 10".
 * Each number is preceded by its number of digits. Device lists are read in SQLite's order of these texts, which are stored
 * beside the names: a change here needs a migration.
 */
export function nameOrder(name: string): string {
  const text = name.toLowerCase();
  const pieces: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    if (digitAt(text, at) > 9) continue;
    pieces.push(text.slice(from, at));
    while (digitAt(text, at) === 0) at++;
    from = at;
    while (digitAt(text, at) <= 9) at++;
    pieces.push(String(at - from).padStart(lengthDigits, "0"));
    pieces.push(text.slice(from, at));
    from = at;
  }
  pieces.push(text.slice(from));
  return pieces.join("");
}
