import type { RequestNumber } from "./packed-readings.ts";

/** Twelve hexadecimal digits of the boot, then the number in its shortest form. */
const shape = /^[0-9a-f]{12}-(0|[1-9a-z][0-9a-z]{0,10})$/;
const bootDigits = 12;

/** Requests of one account are numbered in blocks of this size, each of which begins at a multiple of it. */
export const numbersPerBlock = 1024;

/** Formats the ids of one boot's requests, which have the same beginning. */
export function requestIdFormat(boot: number): (number: number) => string {
  const prefix = `${boot.toString(16).padStart(bootDigits, "0")}-`;
  return (number) => prefix + number.toString(36);
}

/** Returns null for a text that is not a valid request id. */
export function parseRequestId(text: string): RequestNumber | null {
  if (!shape.test(text)) return null;
  const boot = Number.parseInt(text.slice(0, bootDigits), 16);
  const number = Number.parseInt(text.slice(bootDigits + 1), 36);
  return Number.isSafeInteger(number) ? { boot, number } : null;
}
