import { createCipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";

/**
 * Encrypts the payload of a push message for one subscription: the content coding aes128gcm (RFC 8188) with the keys of
 * Web Push (RFC 8291). The push service passes the message on and cannot read it.
 */
interface PushKeys {
  /** The browser's public key, an uncompressed P-256 point. */
  readonly p256dh: Buffer;
  /** The browser's secret of 16 bytes. */
  readonly auth: Buffer;
}

const saltBytes = 16;
const tagBytes = 16;
/** One record carries the whole message; push services take up to 4096 bytes. */
const recordBytes = 4096;
const headBytes = saltBytes + 4 + 1 + 65;
export const payloadBytesMax = recordBytes - headBytes - tagBytes - 1;

/** `made` is only given by the test of the RFC's example. */
export function encryptPush(
  payload: Buffer,
  { p256dh, auth }: PushKeys,
  made: { readonly salt: Buffer; readonly privateKey: Buffer } | null = null,
): Buffer {
  if (payload.length > payloadBytesMax) throw new Error("The payload of a push message is too large.");
  const own = createECDH("prime256v1");
  if (made === null) own.generateKeys();
  else own.setPrivateKey(made.privateKey);
  const ownPublic = own.getPublicKey();
  const salt = made?.salt ?? randomBytes(saltBytes);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), p256dh, ownPublic]);
  const secret = derive(own.computeSecret(p256dh), auth, info, 32);
  const key = derive(secret, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
  const nonce = derive(secret, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
  const cipher = createCipheriv("aes-128-gcm", key, nonce);
  // The byte 2 ends the last record.
  const text = Buffer.concat([cipher.update(payload), cipher.update(Buffer.from([2])), cipher.final()]);
  const sizes = Buffer.alloc(5);
  sizes.writeUInt32BE(recordBytes, 0);
  sizes.writeUInt8(ownPublic.length, 4);
  return Buffer.concat([salt, sizes, ownPublic, text, cipher.getAuthTag()]);
}

function derive(secret: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, salt, info, bytes));
}
