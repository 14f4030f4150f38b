const halfBits = 15;
const halfMask = (1 << halfBits) - 1;
const roundCount = 4;
/** How many numbers there are before the next range begins. */
const rangeSize = 2 ** (2 * halfBits);

/**
 * Returns each number of a range once, in an order that only this process knows: a counter, mixed by four rounds of a Feistel
 * network with random keys. This takes a few nanoseconds, and unlike random numbers it never repeats one.
 */
export class RandomOrder {
  readonly #keys: Uint32Array;
  #count = 0;
  #base = 0;

  /** Keys are given only by tests. */
  constructor(keys = crypto.getRandomValues(new Uint32Array(roundCount))) {
    this.#keys = keys;
  }

  next(): number {
    let left = this.#count >>> halfBits;
    let right = this.#count & halfMask;
    for (let round = 0; round < roundCount; round++) {
      let mixed = Math.imul(right ^ this.#keys[round]!, 0x9e3779b1);
      mixed ^= mixed >>> 15;
      mixed = Math.imul(mixed, 0x85ebca77);
      const next = left ^ ((mixed >>> 13) & halfMask);
      left = right;
      right = next;
    }
    const number = this.#base + ((left << halfBits) | right);
    if (++this.#count === rangeSize) {
      this.#count = 0;
      this.#base += rangeSize;
    }
    return number;
  }
}
