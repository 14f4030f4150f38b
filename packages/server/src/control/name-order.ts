/** A number as long as a name may be has this many digits in its length. */
const lengthDigits = 3;
/** Of the longest name there can be, were every character of it a number of one digit. */
export const nameOrderLengthMax = 200 * (1 + lengthDigits);

/**
 * A text by which names stand in order as people count: in any case, and with the numbers in them by what they come to, so
 * that "Pump 2" comes before "Pump 10". Each number is led by how many digits it has. Device lists are read in the order
 * that SQLite has of these texts, which are kept beside the names: a change here takes a migration.
 */
export function nameOrder(name: string): string {
  return name.toLowerCase().replace(/[0-9]+/g, (digits) => {
    const number = digits.replace(/^0+/, "");
    return String(number.length).padStart(lengthDigits, "0") + number;
  });
}
