const firstBytes = 8192;
const noBytes = new Uint8Array(0);

/** An entry that frames are added to until it is published, and the promise that their requests wait for. */
export class GrowingEntry {
  readings = 0;
  bytes = 0;
  readonly #durable = Promise.withResolvers<void>();
  #buffer = noBytes;

  constructor() {
    // If no request waits any more, nobody handles a rejection.
    this.#durable.promise.catch(() => undefined);
  }

  get durable(): Promise<void> {
    return this.#durable.promise;
  }

  get data(): Uint8Array {
    return this.#buffer.subarray(0, this.bytes);
  }

  /** Copies the frame. */
  add(frame: Uint8Array, readings: number): void {
    const bytes = this.bytes + frame.length;
    if (bytes > this.#buffer.length) {
      // Not filled with zeros: only bytes that were written are ever read.
      const grown = Buffer.allocUnsafeSlow(Math.max(firstBytes, bytes, 2 * this.#buffer.length));
      grown.set(this.data);
      this.#buffer = grown;
    }
    this.#buffer.set(frame, this.bytes);
    this.bytes = bytes;
    this.readings += readings;
  }

  confirm(): void {
    this.#durable.resolve();
  }

  lose(error: unknown): void {
    this.#durable.reject(error);
  }
}
