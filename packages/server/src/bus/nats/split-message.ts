/** Splits messages into pieces that fit into one NATS message each, and puts them together again. */

/** More than any question or answer needs. Servers hold about twice as much for a slow client. */
export const messageBytesMax = 32 * 1024 * 1024;

export const channelIdBytes = 12;
/** The channel of the sender, the number of its message, the index of this piece, and the number of pieces. */
const headBytes = channelIdBytes + 12;

export class MessageTooLargeError extends Error {
  readonly code = "message_too_large";

  constructor(bytes: number) {
    super(
      `A message of ${bytes} bytes cannot be sent to other members: at most ${messageBytesMax} are possible.`,
    );
  }
}

interface SplitOptions {
  /** The id of the sender's channel, in hexadecimal digits. */
  readonly sender: string;
  readonly number: number;
  /** Size of a piece, including its head. */
  readonly bytesMax: number;
}

export function splitMessage(message: Buffer, { sender, number, bytesMax }: SplitOptions): Buffer[] {
  if (message.length > messageBytesMax) throw new MessageTooLargeError(message.length);
  const contentMax = bytesMax - headBytes;
  const count = Math.max(1, Math.ceil(message.length / contentMax));
  return Array.from({ length: count }, (_, index) => {
    const content = message.subarray(index * contentMax, (index + 1) * contentMax);
    const piece = Buffer.allocUnsafe(headBytes + content.length);
    piece.write(sender, 0, "hex");
    piece.writeUInt32LE(number, channelIdBytes);
    piece.writeUInt32LE(index, channelIdBytes + 4);
    piece.writeUInt32LE(count, channelIdBytes + 8);
    content.copy(piece, headBytes);
    return piece;
  });
}

/** Incomplete messages of unknown senders that are kept. Past this number, the oldest is dropped. */
const strangersMax = 4;

/**
 * Puts pieces together. A sender sends one message after the other, so at most one message of each sender is
 * incomplete. If a piece is missing, its message is lost. Pieces are not signed, so anybody can invent senders, or spoil the
 * message of one.
 */
export class Assembly {
  readonly #isKnown: (sender: string) => boolean;
  readonly #partial = new Map<string, { number: number; bytes: number; readonly pieces: Buffer[] }>();

  constructor(isKnown: (sender: string) => boolean = () => true) {
    this.#isKnown = isKnown;
  }

  /** Returns the whole message if this was its last piece. The piece itself may be overwritten afterwards. */
  take(bytes: Uint8Array): { readonly sender: string; readonly message: Buffer } | null {
    const piece = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (piece.length < headBytes) return null;
    const sender = piece.toString("hex", 0, channelIdBytes);
    const number = piece.readUInt32LE(channelIdBytes);
    const index = piece.readUInt32LE(channelIdBytes + 4);
    const count = piece.readUInt32LE(channelIdBytes + 8);
    const content = Buffer.from(piece.subarray(headBytes));
    if (count === 1) return { sender, message: content };
    if (index === 0) this.#begin(sender, number);
    const partial = this.#partial.get(sender);
    if (partial === undefined || partial.number !== number || partial.pieces.length !== index) {
      this.#partial.delete(sender);
      return null;
    }
    partial.pieces.push(content);
    partial.bytes += content.length;
    if (partial.bytes <= messageBytesMax && index < count - 1) return null;
    this.#partial.delete(sender);
    if (partial.bytes > messageBytesMax) return null;
    return { sender, message: Buffer.concat(partial.pieces) };
  }

  #begin(sender: string, number: number): void {
    this.#partial.delete(sender);
    const strangers = this.#isKnown(sender)
      ? []
      : [...this.#partial.keys()].filter((other) => !this.#isKnown(other));
    if (strangers.length >= strangersMax) this.#partial.delete(strangers[0]!);
    this.#partial.set(sender, { number, bytes: 0, pieces: [] });
  }

  /** The sender will not complete the message that it has begun. */
  forget(sender: string): void {
    this.#partial.delete(sender);
  }
}
