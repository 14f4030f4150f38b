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
  return name.toLowerCase().replace(/[0-9]+/g, (digits) => {
    const number = digits.replace(/^0+/, "");
    return String(number.length).padStart(lengthDigits, "0") + number;
  });
}
