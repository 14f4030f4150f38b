/**
 * Counts the bytes that the connections of a listener hold because a client does not read its answers, or sends ahead of them.
 * Each connection has its own limit (one answer or one piece of a stream, and what it has read ahead), but there may be
 * thousands. Past the limit, `onFull` is called after the current work.
 */
export class HeldBytes {
  readonly #bytesMax: number;
  readonly #onFull: () => void;
  #bytes = 0;
  #isCalling = false;

  constructor(bytesMax: number, onFull: () => void) {
    this.#bytesMax = bytesMax;
    this.#onFull = onFull;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Adds held bytes; a negative number subtracts. */
  add(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes <= this.#bytesMax || this.#isCalling) return;
    this.#isCalling = true;
    // Not called at once, because this is in the middle of a connection's work, and that connection may have to be closed.
    queueMicrotask(() => {
      this.#isCalling = false;
      this.#onFull();
    });
  }
}
