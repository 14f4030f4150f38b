import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { TokenKey } from "./token-key.ts";

/**
 * A device token in its three forms: the plain text the device sends, the hash it is checked by, and the sealed bytes it is
 * shown from. A plain SHA-256 is enough because the token is 256 random bits: there is nothing to guess from.
 *
 * Sealed: 12 bytes nonce, 16 bytes tag, ciphertext (AES-256-GCM). The device's UUID is the associated data, so sealed
 * bytes moved to another device do not open.
 */
export interface IssuedToken {
  readonly token: string;
  readonly hash: Uint8Array;
  readonly sealed: Uint8Array;
}

const prefix = "wdt_";
const randomByteCount = 32;
const cipherName = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;

export function issueToken(deviceUuid: string, key: TokenKey): IssuedToken {
  const token = generateToken();
  return { token, hash: hashToken(token), sealed: sealToken(token, deviceUuid, key) };
}

export function generateToken(): string {
  return prefix + randomBytes(randomByteCount).toString("base64url");
}

export function hashToken(token: string): Uint8Array {
  return Bun.SHA256.hash(token) as Uint8Array;
}

export function sealToken(token: string, deviceUuid: string, key: TokenKey): Uint8Array {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(cipherName, key.secret, nonce, { authTagLength: tagBytes });
  cipher.setAAD(Buffer.from(deviceUuid));
  const text = Buffer.concat([cipher.update(token, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}

/** Null when the bytes were not sealed with this key for this device. */
export function openToken(sealed: Uint8Array, deviceUuid: string, key: TokenKey): string | null {
  if (sealed.length < nonceBytes + tagBytes) return null;
  const nonce = sealed.subarray(0, nonceBytes);
  const decipher = createDecipheriv(cipherName, key.secret, nonce, { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(deviceUuid));
  decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
  const text = decipher.update(sealed.subarray(nonceBytes + tagBytes));
  try {
    return Buffer.concat([text, decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}
