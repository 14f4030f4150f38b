import { stepAt, totpCode } from "../../../packages/server/src/manage/people/totp.ts";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/**
 * What an authenticator app shows for a secret in this step, or in the next, which is good already: a code is taken once
 * only. The step before is never asked for, because it may be over by the time its code arrives.
 */
export function authenticatorCode(secret: string, step: "this" | "next" = "this"): string {
  return totpCode(decodeBase32(secret), stepAt(Date.now()) + (step === "next" ? 1 : 0));
}

function decodeBase32(text: string): Uint8Array {
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0")).join("");
  const bytes = bits.match(/.{8}/g) ?? [];
  return Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 2));
}
