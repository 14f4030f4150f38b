import type { DenseReadings } from "../stretch.ts";
import { hashIdentity } from "./hash-identity.ts";

/** The fields of a slot that do not come from the reading itself. */
interface SlotOwner {
  readonly sensorId: number;
  readonly arrivalMs: number;
  /** The index of the account's share. */
  readonly share: number;
}

/** The upper bits of a time start here, in a word whose lower 20 bits hold something else. They are signed. */
const secondsShift = 20;
/** One bit further up, because `tableBit` lies between. The bits above are enough until the year 2109. */
const arrivalShift = 21;
const tableBit = 1 << 20;
const smallMask = 2 ** 20 - 1;
const lowerRange = 2 ** 32;

/**
 * The columns of the ring of identities. Each slot holds one identity. All columns are typed arrays, so remembering an
 * identity allocates nothing. A million identities take 28 MB, and 8 MB more in the table if none is in a run.
 *
 * Times are whole numbers of up to 44 bits. One column has their lower 32 bits, and the upper bits share a word with a small
 * number. Hashes are not kept, because they would take 4 MB and are only needed again when an identity or its neighbour
 * leaves the table.
 */
export class IdentityRing {
  readonly capacity: number;
  readonly sensors: Uint32Array;
  readonly values: Float64Array;
  /** The lower bits of the timestamp that the device sent. */
  readonly #lowerSeconds: Uint32Array;
  readonly #upperSecondsAndMicros: Int32Array;
  readonly #lowerArrivalsMs: Uint32Array;
  readonly #upperArrivalsAndShares: Int32Array;
  readonly #seed: number;

  constructor(capacity: number, seed: number) {
    this.capacity = capacity;
    this.#seed = seed;
    this.sensors = new Uint32Array(capacity);
    this.values = new Float64Array(capacity);
    this.#lowerSeconds = new Uint32Array(capacity);
    this.#upperSecondsAndMicros = new Int32Array(capacity);
    this.#lowerArrivalsMs = new Uint32Array(capacity);
    this.#upperArrivalsAndShares = new Int32Array(capacity);
  }

  /** Fills a slot. It counts as not in the table until `noteInTable` is called. */
  put(
    slot: number,
    sensorId: number,
    value: number,
    seconds: number,
    micros: number,
    arrivalMs: number,
    share: number,
  ): void {
    this.sensors[slot] = sensorId;
    this.values[slot] = value;
    this.#lowerSeconds[slot] = seconds;
    this.#upperSecondsAndMicros[slot] = upperBits(seconds, secondsShift) | micros;
    this.#lowerArrivalsMs[slot] = arrivalMs;
    this.#upperArrivalsAndShares[slot] = upperBits(arrivalMs, arrivalShift) | share;
  }

  hashOf(slot: number): number {
    const seconds = this.secondsOf(slot);
    return hashIdentity(this.#seed, this.sensors[slot]!, this.values[slot]!, seconds, this.microsOf(slot));
  }

  /** Whether the slot was inserted into the table. A later arrival may have replaced it there since. */
  isInTable(slot: number): boolean {
    return (this.#upperArrivalsAndShares[slot]! & tableBit) !== 0;
  }

  noteInTable(slot: number): void {
    this.#upperArrivalsAndShares[slot]! |= tableBit;
  }

  secondsOf(slot: number): number {
    const upper = this.#upperSecondsAndMicros[slot]! >> secondsShift;
    return upper * lowerRange + this.#lowerSeconds[slot]!;
  }

  microsOf(slot: number): number {
    return this.#upperSecondsAndMicros[slot]! & smallMask;
  }

  arrivalMsOf(slot: number): number {
    const upper = this.#upperArrivalsAndShares[slot]! >> arrivalShift;
    return upper * lowerRange + this.#lowerArrivalsMs[slot]!;
  }

  /** The index of the share that the slot counts towards. */
  shareOf(slot: number): number {
    return this.#upperArrivalsAndShares[slot]! & smallMask;
  }

  holds(slot: number, sensorId: number, value: number, seconds: number, micros: number): boolean {
    return (
      this.sensors[slot] === sensorId &&
      this.values[slot] === value &&
      this.secondsOf(slot) === seconds &&
      this.microsOf(slot) === micros
    );
  }

  after(slot: number): number {
    return slot + 1 === this.capacity ? 0 : slot + 1;
  }

  before(slot: number): number {
    return slot === 0 ? this.capacity - 1 : slot - 1;
  }

  /** Fills `count` slots from `slot` with the readings from index `first`, all as parts of a run. */
  putRun(
    slot: number,
    { doubles, start }: DenseReadings,
    first: number,
    count: number,
    owner: SlotOwner,
  ): void {
    const { values } = this;
    const lowerSeconds = this.#lowerSeconds;
    const upperSecondsAndMicros = this.#upperSecondsAndMicros;
    const end = slot + count;
    this.sensors.fill(owner.sensorId, slot, end);
    this.#lowerArrivalsMs.fill(owner.arrivalMs, slot, end);
    this.#upperArrivalsAndShares.fill(upperBits(owner.arrivalMs, arrivalShift) | owner.share, slot, end);
    for (let nth = 0; nth < count; nth++) {
      const at = start + (first + nth) * 2;
      const sentUs = doubles[at + 1]!;
      const seconds = Math.floor(sentUs / 1e6);
      values[slot + nth] = doubles[at]!;
      lowerSeconds[slot + nth] = seconds;
      upperSecondsAndMicros[slot + nth] = upperBits(seconds, secondsShift) | (sentUs - seconds * 1e6);
    }
  }

  /**
   * Counts how many readings from index `first` on, at most `max`, the slots from this sequence on hold as parts of runs,
   * and notes when they arrived. Those that arrived up to `untilMs` do not count.
   */
  countRepeats(
    sequence: number,
    sensorId: number,
    { doubles, start }: DenseReadings,
    first: number,
    max: number,
    untilMs: number,
    arrivedMs: Float64Array,
  ): number {
    let slot = sequence % this.capacity;
    for (let count = 0; count < max; count++) {
      const at = start + (first + count) * 2;
      const slotUs = this.secondsOf(slot) * 1e6 + this.microsOf(slot);
      const isSame = slotUs === doubles[at + 1] && this.values[slot] === doubles[at];
      const arrivalMs = this.arrivalMsOf(slot);
      if (!isSame || this.sensors[slot] !== sensorId || this.isInTable(slot) || arrivalMs <= untilMs)
        return count;
      arrivedMs[first + count] = arrivalMs;
      slot = this.after(slot);
    }
    return max;
  }

  /**
   * How many consecutive slots from this one, at most `max`, arrived together for one share and are outside of the table
   * except for the first. Forgetting those at once takes a tenth of the time.
   */
  countAlike(slot: number, max: number): number {
    const lower = this.#lowerArrivalsMs;
    const upper = this.#upperArrivalsAndShares;
    const alike = upper[slot]! & ~tableBit;
    let count = 1;
    while (count < max && upper[slot + count] === alike && lower[slot + count] === lower[slot]) count++;
    return count;
  }

  /** How many consecutive slots from this one, at most `max`, belong to the share. */
  countOf(share: number, slot: number, max: number): number {
    let count = 0;
    while (count < max && this.shareOf(slot + count) === share) count++;
    return count;
  }
}

function upperBits(whole: number, shift: number): number {
  return Math.floor(whole / lowerRange) << shift;
}
