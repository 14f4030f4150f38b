import type { Socket } from "bun";
import type { HeldBytes } from "./held-bytes.ts";

/** How much a client may send ahead while it waits for an answer, before it is paused. */
const readAheadBytesMax = 64 * 1024;

/**
 * Holds bytes of a connection that arrived before they could be used: an unfinished head, or requests after one that is still
 * being answered. If there is too much, it pauses the client, so a connection holds at most the limit and one piece of the
 * socket.
 */
export class ReadAhead {
  readonly #socket: Socket<unknown>;
  readonly #held: HeldBytes;
  #bytes: Buffer | null = null;
  #isHeldBack = false;

  constructor(socket: Socket<unknown>, held: HeldBytes) {
    this.#socket = socket;
    this.#held = held;
  }

  get heldBytes(): number {
    return this.#bytes === null ? 0 : this.#bytes.buffer.byteLength;
  }

  get isEmpty(): boolean {
    return this.#bytes === null;
  }

  /** Returns all waiting bytes followed by this piece. */
  join(piece: Buffer): Buffer {
    const bytes = this.take();
    return bytes === null ? piece : Buffer.concat([bytes, piece]);
  }

  /** Returns all waiting bytes, or null. */
  take(): Buffer | null {
    const bytes = this.#bytes;
    if (bytes === null) return null;
    this.#held.add(-this.heldBytes);
    this.#bytes = null;
    return bytes;
  }

  /**
   * Bun allocates each piece separately, so the rest of a piece need not be copied. It is copied once it is less than half, so
   * as not to hold the memory of the whole piece: because of the halving this is cheap even for a thousand requests in one
   * piece.
   */
  keep(bytes: Buffer, start: number): null {
    const rest = bytes.subarray(start);
    this.#bytes = rest.length * 2 < rest.buffer.byteLength ? Buffer.from(rest) : rest;
    this.#held.add(this.heldBytes);
    if (this.#isHeldBack || rest.length <= readAheadBytesMax) return null;
    this.#isHeldBack = true;
    this.#socket.pause();
    return null;
  }

  /** Lets the client send again once little enough waits. */
  release(): void {
    if (!this.#isHeldBack || (this.#bytes !== null && this.#bytes.length > readAheadBytesMax)) return;
    this.#isHeldBack = false;
    this.#socket.resume();
  }
}
