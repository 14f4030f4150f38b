import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from "node:crypto";
import { keyIdBytes, type SealingKey, type TokenKey } from "./token-key.ts";

/**
 * A device token in its three forms: the plain text the device sends, the hash it is checked by, and the sealed bytes it is
 * shown from. A plain SHA-256 is enough, because the token is 256 random bits and cannot be guessed.
 *
 * Sealed bytes: a mark of 3 bytes, the key's id of 8 bytes, 12 bytes nonce, 16 bytes tag, ciphertext (AES-256-GCM). The
 * device's UUID is the associated data, so sealed bytes that are moved to another device do not open. Older versions wrote no
 * mark and no id.
 */
interface IssuedToken {
  readonly token: string;
  readonly hash: Uint8Array;
  readonly sealed: Uint8Array;
}

const prefix = "wdt_";
const randomByteCount = 32;
const cipherName = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;
const mark = Buffer.from("wk1");
const headBytes = mark.length + keyIdBytes;

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
  const { id, secret } = key.current;
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(cipherName, secret, nonce, { authTagLength: tagBytes });
  cipher.setAAD(Buffer.from(deviceUuid));
  const text = Buffer.concat([cipher.update(token, "utf8"), cipher.final()]);
  return Buffer.concat([mark, id, nonce, cipher.getAuthTag(), text]);
}

/** The beginning of all bytes that are sealed with the current key. */
export function sealedHead({ current }: TokenKey): Buffer {
  return Buffer.concat([mark, current.id]);
}

/** Returns null if the bytes were not sealed for this device with this key or the previous one. */
export function openToken(sealed: Uint8Array, deviceUuid: string, key: TokenKey): string | null {
  const id = keyIdOf(sealed);
  if (id !== null && !keysOf(key).some((known) => known.id.equals(id))) key.reload();
  for (const known of keysOf(key)) {
    const text = id?.equals(known.id) ? decrypt(sealed.subarray(headBytes), deviceUuid, known.secret) : null;
    if (text !== null) return text;
  }
  return openWithoutId(sealed, deviceUuid, key);
}

/** Returns the id of the key it was sealed with; null for bytes from before keys had ids. */
export function keyIdOf(sealed: Uint8Array): Buffer | null {
  const head = Buffer.from(sealed.subarray(0, headBytes));
  return head.length === headBytes && head.subarray(0, mark.length).equals(mark)
    ? head.subarray(mark.length)
    : null;
}

/** Opens the format of older versions. */
function openWithoutId(sealed: Uint8Array, deviceUuid: string, key: TokenKey): string | null {
  for (const { secret } of keysOf(key)) {
    const text = decrypt(sealed, deviceUuid, secret);
    if (text !== null) return text;
  }
  return null;
}

function keysOf({ current, previous }: TokenKey): readonly SealingKey[] {
  return previous === null ? [current] : [current, previous];
}

function decrypt(encrypted: Uint8Array, deviceUuid: string, secret: KeyObject): string | null {
  if (encrypted.length < nonceBytes + tagBytes) return null;
  const nonce = encrypted.subarray(0, nonceBytes);
  const decipher = createDecipheriv(cipherName, secret, nonce, { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(deviceUuid));
  decipher.setAuthTag(encrypted.subarray(nonceBytes, nonceBytes + tagBytes));
  const text = decipher.update(encrypted.subarray(nonceBytes + tagBytes));
  try {
    return Buffer.concat([text, decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}
