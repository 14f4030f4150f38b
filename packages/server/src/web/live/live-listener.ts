/**
 * Bytes that may wait for one listener. One that is further behind is dropped, and asks for what it missed when it
 * reconnects.
 */
const waitingBytesMax = 1024 * 1024;

/** One open page: an endless answer that ends when the page leaves, is too slow, or the server stops. */
export class LiveListener implements AsyncIterable<Uint8Array>, AsyncIterator<Uint8Array> {
  readonly isEndless = true;
  readonly #onEnd: () => void;
  readonly #waiting: Uint8Array[] = [];
  #waitingBytes = 0;
  #asked: PromiseWithResolvers<IteratorResult<Uint8Array>> | null = null;
  #isEnded = false;

  constructor(onEnd: () => void) {
    this.#onEnd = onEnd;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  send(piece: Uint8Array): void {
    if (this.#isEnded) return;
    if (this.#asked !== null) {
      this.#asked.resolve({ value: piece, done: false });
      this.#asked = null;
      return;
    }
    this.#waiting.push(piece);
    this.#waitingBytes += piece.length;
    if (this.#waitingBytes > waitingBytesMax) this.end();
  }

  next(): Promise<IteratorResult<Uint8Array>> {
    const piece = this.#waiting.shift();
    if (piece !== undefined) {
      this.#waitingBytes -= piece.length;
      return Promise.resolve({ value: piece, done: false });
    }
    if (this.#isEnded) return Promise.resolve({ value: undefined, done: true });
    this.#asked = Promise.withResolvers();
    return this.#asked.promise;
  }

  return(): Promise<IteratorResult<Uint8Array>> {
    this.end();
    return Promise.resolve({ value: undefined, done: true });
  }

  end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#waiting.length = 0;
    this.#asked?.resolve({ value: undefined, done: true });
    this.#onEnd();
  }
}
