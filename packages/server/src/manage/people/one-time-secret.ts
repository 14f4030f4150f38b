import { randomBytes, timingSafeEqual } from "node:crypto";

/**
 * Secrets that somebody holds and control.db knows by their hash only: sessions, links for set-up and for passwords. A plain
 * SHA-256 is enough, because 256 random bits leave nothing to guess from.
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
