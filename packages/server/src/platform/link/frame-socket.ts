import { deserialize, serialize } from "bun:jsc";
import type { Socket } from "bun";
import { freeBytes } from "../free-bytes.ts";

/** Bytes that may wait for a peer that does not read. Past it, senders wait. */
const unsentBytesMax = 64 * 1024 * 1024;
const lengthBytes = 4;
/**
 * Bytes that are written in one turn of the event loop: a large message must not keep other work of this thread waiting. A piece of
 * an answer fits, with small answers of others.
 */
const turnBytesMax = 96 * 1024;

/**
 * Sends and receives whole messages over a socket, in order. A message is a value that the runtime can clone, preceded by its
 * length. Both ends are processes of one installation and of one version, so incoming messages are trusted.
 */
export class FrameSocket {
  readonly #socket: Pick<Socket<unknown>, "write" | "end">;
  readonly #onMessage: (message: unknown) => void;
  readonly #length = Buffer.alloc(lengthBytes);
  #lengthRead = 0;
  #frame: Buffer | null = null;
  #frameRead = 0;
  readonly #unsent: Buffer[] = [];
  #unsentBytes = 0;
  /** Messages that wait for room, in order. */
  readonly #heldBack: { readonly message: unknown; readonly sent: (isSent: boolean) => void }[] = [];
  #isContinuing = false;
  #isClosed = false;

  constructor(socket: Pick<Socket<unknown>, "write" | "end">, onMessage: (message: unknown) => void) {
    this.#socket = socket;
    this.#onMessage = onMessage;
  }

  /** Returns false if the peer has not read for so long that there is no room for more: the message is not sent. */
  send(message: unknown): boolean {
    if (!this.#hasRoom) return false;
    this.#queue(message);
    return true;
  }

  /**
   * Sends a message as soon as there is room. Resolves to false if the socket closes before that. Messages that are held back
   * keep their order.
   */
  sendWhenRoom(message: unknown): Promise<boolean> {
    if (this.send(message)) return Promise.resolve(true);
    if (this.#isClosed) return Promise.resolve(false);
    return new Promise((sent) => this.#heldBack.push({ message, sent }));
  }

  /** Called when the socket has closed. */
  closed(): void {
    this.#isClosed = true;
    for (const { sent } of this.#heldBack.splice(0)) sent(false);
  }

  get #hasRoom(): boolean {
    return !this.#isClosed && this.#unsentBytes <= unsentBytesMax && this.#heldBack.length === 0;
  }

  #queue(message: unknown): void {
    const payload = serialize(message, { binaryType: "nodebuffer" });
    const frame = Buffer.allocUnsafe(lengthBytes + payload.length);
    frame.writeUInt32LE(payload.length);
    payload.copy(frame, lengthBytes);
    freeBytes(payload);
    this.#unsent.push(frame);
    this.#unsentBytes += frame.length;
    if (this.#unsent.length === 1) this.drained();
  }

  /** Called when the socket has room again. */
  drained(): void {
    const isMoreToWrite = this.#write(turnBytesMax);
    this.#admit();
    if (!isMoreToWrite || this.#isContinuing) return;
    this.#isContinuing = true;
    setImmediate(() => {
      this.#isContinuing = false;
      this.drained();
    });
  }

  received(piece: Buffer): void {
    let start = 0;
    while (start < piece.length) {
      start = this.#frame === null ? this.#takeLength(piece, start) : this.#takeFrame(piece, start);
    }
  }

  /** Sends as much as the socket has room for, then closes. */
  close(): void {
    this.#write(Number.POSITIVE_INFINITY);
    this.#socket.end();
  }

  /** Takes messages that were held back, as far as there is room again. */
  #admit(): void {
    while (this.#heldBack.length > 0 && this.#unsentBytes <= unsentBytesMax) {
      const { message, sent } = this.#heldBack.shift()!;
      this.#queue(message);
      sent(true);
    }
  }

  /** Writes up to this many bytes. Returns false if nothing is left, or the socket has no room for more. */
  #write(bytesMax: number): boolean {
    let left = bytesMax;
    while (this.#unsent.length > 0) {
      if (left === 0) return true;
      const next = this.#unsent[0]!;
      const piece = next.subarray(0, left);
      const written = this.#socket.write(piece);
      if (written < 0) return false;
      left -= written;
      this.#unsentBytes -= written;
      if (written === next.length) this.#unsent.shift();
      else this.#unsent[0] = next.subarray(written);
      if (written < piece.length) return false;
    }
    return false;
  }

  #takeLength(piece: Buffer, start: number): number {
    const end = Math.min(piece.length, start + lengthBytes - this.#lengthRead);
    piece.copy(this.#length, this.#lengthRead, start, end);
    this.#lengthRead += end - start;
    if (this.#lengthRead === lengthBytes) {
      this.#frame = Buffer.allocUnsafe(this.#length.readUInt32LE());
      this.#frameRead = 0;
      this.#lengthRead = 0;
    }
    return end;
  }

  #takeFrame(piece: Buffer, start: number): number {
    const frame = this.#frame!;
    const end = Math.min(piece.length, start + frame.length - this.#frameRead);
    piece.copy(frame, this.#frameRead, start, end);
    this.#frameRead += end - start;
    if (this.#frameRead === frame.length) {
      this.#frame = null;
      const message = deserialize(frame);
      freeBytes(frame);
      this.#onMessage(message);
    }
    return end;
  }
}
