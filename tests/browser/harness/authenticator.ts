import { stepAt, totpCode } from "../../../packages/server/src/manage/people/totp.ts";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** What an authenticator app shows for a secret, in this step or one before or after it. */
export function authenticatorCode(secret: string, step: -1 | 0 | 1 = 0): string {
  return totpCode(decodeBase32(secret), stepAt(Date.now()) + step);
}

function decodeBase32(text: string): Uint8Array {
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0")).join("");
  const bytes = bits.match(/.{8}/g) ?? [];
  return Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 2));
}
