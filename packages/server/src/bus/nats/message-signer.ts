import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from "node:crypto";

const numberBytes = 6;
const signatureBytes = 32;
/** While the token key is replaced, members know the old key, both, or the new one. */
const signaturesMax = 2;

/**
 * What follows a signed message: the sender's number of the message, and a signature by each key. A member of the version
 * before finds it behind the end of the message and ignores it.
 */
export const trailerBytes = numberBytes + signaturesMax * signatureBytes;

/** Where a message comes from and goes to. Both are part of what is signed. */
export interface MessageWay {
  /** The id of the sender's channel. */
  readonly sender: string;
  /** The whole subject, with the name of the cluster and the receiver. */
  readonly subject: string;
}

/** Signs messages with HMAC-SHA256, and checks the signatures of others. */
export class MessageSigner {
  readonly #keys: readonly KeyObject[];

  /** The current key, and the previous one while it is replaced. */
  constructor(keys: readonly Uint8Array[]) {
    this.#keys = keys.map((key) => createSecretKey(key));
  }

  /** Fills the last `trailerBytes` of the message. */
  sign(message: Buffer, number: number, way: MessageWay): void {
    const numberAt = message.length - trailerBytes;
    message.writeUIntBE(number, numberAt, numberBytes);
    this.#keys.forEach((key, place) => {
      const at = numberAt + numberBytes + place * signatureBytes;
      signatureOf(key, message, way).copy(message, at);
    });
  }

  /** Returns the number of the message, or null if nobody who knows a key of this member has signed it. */
  check(message: Buffer, way: MessageWay): number | null {
    const numberAt = message.length - trailerBytes;
    if (numberAt < 0) return null;
    const signatures = message.subarray(numberAt + numberBytes);
    for (const key of this.#keys) {
      const expected = signatureOf(key, message, way);
      for (let at = 0; at < signatures.length; at += signatureBytes) {
        if (timingSafeEqual(expected, signatures.subarray(at, at + signatureBytes)))
          return message.readUIntBE(numberAt, numberBytes);
      }
    }
    return null;
  }
}

/** Covers the way, the number and the content. */
function signatureOf(key: KeyObject, message: Buffer, { sender, subject }: MessageWay): Buffer {
  return createHmac("sha256", key)
    .update(`${subject}\n${sender}\n`)
    .update(message.subarray(0, message.length - signaturesMax * signatureBytes))
    .digest();
}
