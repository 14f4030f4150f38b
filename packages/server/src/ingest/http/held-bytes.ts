/**
 * The bytes that the connections of a listener hold because a client does not read its answers, or sends ahead of them.
 * Each connection is bounded by itself (one answer or one piece of a stream, and what it has read ahead), but there may be
 * thousands. Past the limit, `onFull` is called once the current work is done.
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

  /** So many more are held; fewer where it is negative. */
  add(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes <= this.#bytesMax || this.#isCalling) return;
    this.#isCalling = true;
    // Not at once: this is in the middle of a connection's work, and that connection may have to go.
    queueMicrotask(() => {
      this.#isCalling = false;
      this.#onFull();
    });
  }
}
