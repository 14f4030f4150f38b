import { randomBytes, timingSafeEqual } from "node:crypto";

/**
 * Secrets that a person holds and control.db knows only by their hash: sessions, and links for set-up and passwords. A
 * plain SHA-256 is enough, because 256 random bits cannot be guessed.
 */
const secretBytes = 32;

export function generateSecret(): string {
  return randomBytes(secretBytes).toString("base64url");
}

export function hashSecret(secret: string): Uint8Array {
  return Bun.SHA256.hash(secret) as Uint8Array;
}

/** Takes the same time wherever they differ. */
export function isSameHash(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
