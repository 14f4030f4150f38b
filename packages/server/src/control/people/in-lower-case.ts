/**
 * Returns an address in the form of a database's `lower(email)`: with A to Z in lower case. Other letters stay as they are,
 * because databases disagree on them, and two addresses that one database considers equal could belong to two people.
 */
export function inLowerCase(email: string): string {
  return email.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
