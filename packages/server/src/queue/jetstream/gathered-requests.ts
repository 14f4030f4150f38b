import type { PackedRequest, Waiter } from "../intake.ts";

const firstBytes = 64 * 1024;
/** More memory is not kept for the next requests. */
const keptBytesMax = 1024 * 1024;

/**
 * Requests that wait for the same answer of Redis. They are copied one after the other into memory that is reused,
 * because a request is valid only until it was taken.
 */
export class GatheredRequests {
  readonly requests: PackedRequest[] = [];
  readonly waiters: Waiter[] = [];
  #bytes = new Uint8Array(firstBytes);
  #words = new Uint32Array(this.#bytes.buffer);
  #doubles = new Float64Array(this.#bytes.buffer);
  #end = 0;

  add({ frame, accountId }: PackedRequest, waiter: Waiter): void {
    if (this.#end + frame.length > this.#bytes.length)
      this.#allocate(Math.max(2 * this.#bytes.length, frame.length));
    const start = this.#end;
    const end = start + frame.length;
    this.#bytes.set(frame, start);
    this.#end = end;
    const copy = this.#bytes.subarray(start, end);
    this.requests.push({ words: this.#words, doubles: this.#doubles, start, frame: copy, accountId });
    this.waiters.push(waiter);
  }

  /** From now on the requests are invalid. */
  clear(): void {
    this.requests.length = 0;
    this.waiters.length = 0;
    this.#end = 0;
    if (this.#bytes.length > keptBytesMax) this.#allocate(firstBytes);
  }

  /** Requests that were added before keep the memory they lie in. */
  #allocate(bytes: number): void {
    this.#bytes = new Uint8Array(bytes);
    this.#words = new Uint32Array(this.#bytes.buffer);
    this.#doubles = new Float64Array(this.#bytes.buffer);
    this.#end = 0;
  }
}
