import type { FrameReader } from "../queue/packed-readings.ts";
import { isSequenceReached } from "../queue/position.ts";

/** The numbers of a frame. */
const sequence = 0;
const firstOrdinal = 1;
const boot = 2;
const number = 3;
const arrivalMs = 4;
const frameNumbers = 5;

/**
 * Remembers where the frames of a batch begin, so that the request of a reading can be found. Frames are added in the
 * order of the queue, and mostly looked up in that order.
 */
export class BatchFrames {
  count = 0;
  #numbers = new Float64Array(0);
  /** The frame that was found last. */
  #found = 0;

  clear(): void {
    this.count = 0;
    this.#found = 0;
  }

  /** Hot: called once per request. The reader is before the frame's first reading, which has index `nth` in its entry. */
  add(frames: FrameReader, ofSequence: number, nth: number): void {
    const start = this.count++ * frameNumbers;
    if (start === this.#numbers.length) this.#grow();
    const numbers = this.#numbers;
    numbers[start + sequence] = ofSequence;
    numbers[start + firstOrdinal] = nth;
    numbers[start + boot] = frames.requestBoot;
    numbers[start + number] = frames.requestNumber;
    numbers[start + arrivalMs] = Math.floor(frames.arrivalUs / 1000);
  }

  /** Returns the frame that contains a reading; there must be one. */
  find(ofSequence: number, ordinal: number): number {
    const next = this.#found + 1;
    if (this.#holds(next, ofSequence, ordinal)) this.#found = next;
    else if (!this.#holds(this.#found, ofSequence, ordinal)) this.#found = this.#search(ofSequence, ordinal);
    return this.#found;
  }

  /** Returns the index of a reading in its frame. */
  placeIn(frame: number, ordinal: number): number {
    return ordinal - this.#numbers[frame * frameNumbers + firstOrdinal]!;
  }

  requestBoot(frame: number): number {
    return this.#numbers[frame * frameNumbers + boot]!;
  }

  requestNumber(frame: number): number {
    return this.#numbers[frame * frameNumbers + number]!;
  }

  arrivalMs(frame: number): number {
    return this.#numbers[frame * frameNumbers + arrivalMs]!;
  }

  #holds(frame: number, ofSequence: number, ordinal: number): boolean {
    if (frame >= this.count || !this.#isAtOrBefore(frame, ofSequence, ordinal)) return false;
    return frame + 1 === this.count || !this.#isAtOrBefore(frame + 1, ofSequence, ordinal);
  }

  /** Returns the last frame that begins at the reading or before it. */
  #search(ofSequence: number, ordinal: number): number {
    let low = 0;
    let high = this.count - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (this.#isAtOrBefore(middle, ofSequence, ordinal)) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #isAtOrBefore(frame: number, ofSequence: number, ordinal: number): boolean {
    const start = frame * frameNumbers;
    const itsSequence = this.#numbers[start + sequence]!;
    if (itsSequence !== ofSequence) return isSequenceReached(itsSequence, ofSequence);
    return this.#numbers[start + firstOrdinal]! <= ordinal;
  }

  #grow(): void {
    const larger = new Float64Array(Math.max(256 * frameNumbers, this.#numbers.length * 2));
    larger.set(this.#numbers);
    this.#numbers = larger;
  }
}
