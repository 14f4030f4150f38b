import type { Socket } from "bun";
import type { HeldBytes } from "./held-bytes.ts";

/** Sends bytes on a connection. Bytes that the socket does not accept at once wait here until it has room. */
export class Outgoing {
  readonly #socket: Socket<unknown>;
  readonly #held: HeldBytes;
  #unsent: Buffer | null = null;
  /** Memory that is held for `#unsent` alone; 0 if the bytes are shared with other answers. */
  #heldBytes = 0;
  #blockedSinceMs = 0;

  constructor(socket: Socket<unknown>, held: HeldBytes) {
    this.#socket = socket;
    this.#held = held;
  }

  /** While this is true, nothing more may be sent: a client that does not read its answers gets no further ones. */
  get isBlocked(): boolean {
    return this.#unsent !== null;
  }

  get heldBytes(): number {
    return this.#heldBytes;
  }

  /** Since when the client has not read what it was sent. */
  get blockedSinceMs(): number {
    return this.#blockedSinceMs;
  }

  /** `isShared` means that the bytes stay in memory anyway, for other answers. Other bytes may be overwritten. */
  send(data: string | Buffer, isShared = false): void {
    const written = this.#socket.write(data);
    // The socket is closed, and its connection will be told.
    if (written < 0) return;
    const length = typeof data === "string" ? Buffer.byteLength(data) : data.length;
    if (written === length) return;
    const kept = isShared && typeof data !== "string" ? data : Buffer.from(data as string);
    this.#unsent = kept.subarray(written);
    this.#blockedSinceMs = performance.now();
    // The whole memory is held until its last byte is sent.
    if (!isShared) this.#hold(length);
  }

  /** Sends the waiting bytes. */
  flush(): void {
    const unsent = this.#unsent;
    if (unsent === null) return;
    const written = this.#socket.write(unsent);
    if (written >= 0 && written < unsent.length) this.#unsent = unsent.subarray(written);
    else this.clear();
  }

  /** Forgets the waiting bytes. */
  clear(): void {
    this.#unsent = null;
    this.#hold(0);
  }

  #hold(bytes: number): void {
    if (bytes === this.#heldBytes) return;
    this.#held.add(bytes - this.#heldBytes);
    this.#heldBytes = bytes;
  }
}
