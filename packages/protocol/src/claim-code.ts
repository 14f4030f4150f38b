/**
 * Claim codes: eleven random characters and a check character, in groups of four as in `7KQ2-M9XA-R4TB`. There are no 0, O, 1
 * and I, because people mistake them for each other. Case, spaces and hyphens do not matter.
 *
 * Characters are elements of the field with 32 elements. Each has another weight in the sum that the check character makes
 * zero, so every wrong character and every two that are swapped are noticed before the server is asked.
 */
const alphabet = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
/** x^5 + x^2 + 1, which is primitive. */
const modulus = 0b100101;
const groupLength = 4;

const claimCodeLength = 12;
/** 55 bits. */
export const claimCodeRandomLength = claimCodeLength - 1;

/** Makes a code of numbers from 0 to 31. */
export function claimCodeOf(numbers: readonly number[]): string {
  const code = [...numbers, checkOf(numbers)].map((number) => alphabet[number]!).join("");
  return grouped(code);
}

/** Returns the code as it is stored, or null if something in it must be wrong. */
export function readClaimCode(text: string): string | null {
  const code = text.toUpperCase().replaceAll(/[\s-]/g, "");
  if (code.length !== claimCodeLength) return null;
  const numbers = [...code].map((character) => alphabet.indexOf(character));
  if (numbers.includes(-1)) return null;
  return checkOf(numbers.slice(0, -1)) === numbers.at(-1) ? grouped(code) : null;
}

function checkOf(numbers: readonly number[]): number {
  return numbers.reduce((check, number) => doubled(check ^ number), 0);
}

function doubled(number: number): number {
  const shifted = number << 1;
  return shifted >= 32 ? shifted ^ modulus : shifted;
}

function grouped(code: string): string {
  const groups = [];
  for (let at = 0; at < code.length; at += groupLength) groups.push(code.slice(at, at + groupLength));
  return groups.join("-");
}
