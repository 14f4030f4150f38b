import type { PackedRequest } from "../intake.ts";

/**
 * A ring of packed requests in shared memory, from one thread that writes to one that reads. Nothing is allocated for a
 * request and nothing is locked. A full ring makes the writer wait.
 *
 * Behind a head of four words (units written, units read, whether the reader sleeps, whether the writer waits) stand records:
 *
 *   record   u32 bytes | u32 ticket | u32 account | u32 zero | frame
 *
 * A unit is eight bytes. A record is never split: where the rest of the ring is too short for one, `wrapMark` stands there.
 */
export type RingMemory = SharedArrayBuffer;

const headBytes = 64;
const written = 0;
const read = 1;
const isAsleep = 2;
const isWaiting = 3;
const recordHeadBytes = 16;
const wrapMark = 0xffffffff;
/** A dead reader would otherwise be waited for without end; its process ends soon. */
const waitMs = 1000;

/** `bytes` must be a power of two. */
export function makeRing(bytes: number): RingMemory {
  const memory = new SharedArrayBuffer(headBytes + bytes);
  new Int32Array(memory)[isAsleep] = 1;
  return memory;
}

/** The views of a ring that both ends use. */
class RingView {
  readonly control: Int32Array;
  readonly bytes: Uint8Array;
  readonly words: Uint32Array;
  readonly doubles: Float64Array;
  readonly units: number;

  constructor(memory: RingMemory) {
    const size = memory.byteLength - headBytes;
    this.control = new Int32Array(memory, 0, headBytes / 4);
    this.bytes = new Uint8Array(memory, headBytes, size);
    this.words = new Uint32Array(memory, headBytes, size / 4);
    this.doubles = new Float64Array(memory, headBytes, size / 8);
    this.units = size / 8;
  }
}

export class RingWriter {
  readonly #ring: RingView;
  readonly #onWake: () => void;
  #written: number;

  /** `onWake` wakes the reader. */
  constructor(memory: RingMemory, onWake: () => void) {
    this.#ring = new RingView(memory);
    this.#onWake = onWake;
    this.#written = Atomics.load(this.#ring.control, written);
  }

  /** Returns whether a request fits; a very large one would keep all others waiting. */
  takes({ frame }: PackedRequest): boolean {
    return frame.length <= this.#ring.bytes.length / 4;
  }

  write({ frame, accountId }: PackedRequest, ticket: number): void {
    const { units, words, bytes } = this.#ring;
    const recordBytes = recordHeadBytes + frame.length;
    const needed = recordBytes / 8;
    let at = (this.#written >>> 0) % units;
    if (at + needed > units) {
      this.#waitFor(units - at);
      words[at * 2] = wrapMark;
      this.#publish(units - at);
      at = 0;
    }
    this.#waitFor(needed);
    const word = at * 2;
    words[word] = recordBytes;
    words[word + 1] = ticket;
    words[word + 2] = accountId;
    bytes.set(frame, at * 8 + recordHeadBytes);
    this.#publish(needed);
  }

  /** Makes sure that the reader takes what was written. */
  wake(): void {
    if (Atomics.exchange(this.#ring.control, isAsleep, 0) === 1) this.#onWake();
  }

  #publish(count: number): void {
    this.#written = (this.#written + count) | 0;
    Atomics.store(this.#ring.control, written, this.#written);
  }

  #waitFor(count: number): void {
    const { control, units } = this.#ring;
    for (;;) {
      const done = Atomics.load(control, read);
      if (units - ((this.#written - done) | 0) >= count) return;
      this.wake();
      Atomics.store(control, isWaiting, 1);
      if (Atomics.load(control, read) === done) Atomics.wait(control, read, done, waitMs);
    }
  }
}

/** One request in the ring. Valid while it is being taken. */
class RingRequest implements PackedRequest {
  readonly words: Uint32Array;
  readonly doubles: Float64Array;
  start = 0;
  frame: Uint8Array;
  accountId = 0;

  constructor({ words, doubles, bytes }: RingView) {
    this.words = words;
    this.doubles = doubles;
    this.frame = bytes;
  }
}

export class RingReader {
  readonly #ring: RingView;
  readonly #request: RingRequest;
  #read: number;

  constructor(memory: RingMemory) {
    this.#ring = new RingView(memory);
    this.#request = new RingRequest(this.#ring);
    this.#read = Atomics.load(this.#ring.control, read);
  }

  /** Takes all waiting requests, then sleeps until it is called again. */
  drain(take: (request: PackedRequest, ticket: number) => void): void {
    const { control } = this.#ring;
    do {
      Atomics.store(control, isAsleep, 0);
      for (;;) {
        const upTo = Atomics.load(control, written);
        if (upTo === this.#read) break;
        while (this.#read !== upTo) this.#takeNext(take);
      }
      Atomics.store(control, isAsleep, 1);
      // Checks for requests that were written before the writer could see that nobody is awake.
    } while (Atomics.load(control, written) !== this.#read);
  }

  #takeNext(take: (request: PackedRequest, ticket: number) => void): void {
    const { units, words, bytes } = this.#ring;
    const at = (this.#read >>> 0) % units;
    const recordBytes = words[at * 2]!;
    if (recordBytes === wrapMark) {
      this.#advance(units - at);
      return;
    }
    const request = this.#request;
    request.start = at * 8 + recordHeadBytes;
    request.accountId = words[at * 2 + 2]!;
    request.frame = bytes.subarray(request.start, at * 8 + recordBytes);
    take(request, words[at * 2 + 1]!);
    this.#advance(recordBytes / 8);
  }

  #advance(count: number): void {
    const { control } = this.#ring;
    this.#read = (this.#read + count) | 0;
    Atomics.store(control, read, this.#read);
    if (Atomics.load(control, isWaiting) === 1) {
      Atomics.store(control, isWaiting, 0);
      Atomics.notify(control, read);
    }
  }
}
