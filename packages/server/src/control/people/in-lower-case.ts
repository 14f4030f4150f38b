/**
 * An address as it compares with `lower(email)` of a database: with A to Z in lower case. Other letters stay as they are, because databases
 * do not agree on them, and two addresses that one of them takes for the same could be two people's.
 */
export function inLowerCase(email: string): string {
  return email.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
