/**
 * The memory of what was already submitted. A reading's identity is (sensor, value, the timestamp the device sent).
 *
 * Promises: an identity is remembered for its window or until `capacity` newer ones came, whichever is first, and
 * `forgottenUntilMs` says since when nothing was forgotten for want of room (see forgotten-readings.ts for the rest); two
 * different identities are never taken for one another (keys are compared whole, the hash only finds them).
 * What is remembered starts out pending, because its reading is still being written. `confirm` makes it durable,
 * `forgetPending` takes back all that is not: its readings are lost. Pending identities are always the newest ones, so both move one mark.
 *
 * Slots form a ring in order of arrival; an open-addressed table finds a slot by its key. Everything is in typed
 * arrays: a million identities take 52 MB, and remembering allocates nothing.
 *
 * A buffer that a device sends is not in the table but for its first reading. Its readings are later than everything that the
 * sensor sent before, so none of them is a repeat, and they stand in the ring in the order of their times, so a repeat of
 * one is found by its time (identity-runs.ts). The table is larger than the caches: finding a place in it and clearing that
 * of the oldest took 230 ns a reading, half of all that ingest does for it, and a run takes 30.
 */
import { noTimestamp } from "../packed-readings.ts";
import { hashIdentity } from "./hash-identity.ts";
import { IdentityRuns } from "./identity-runs.ts";
import { NewestTimestamps } from "./newest-timestamps.ts";

export const verdicts = { fresh: 0, duplicate: 1, pendingDuplicate: 2 } as const;
export type Verdict = (typeof verdicts)[keyof typeof verdicts];

export interface IdentityWindows {
  /** How long a reading with a timestamp is recognised. */
  readonly replayMs: number;
  /** How long the same value without a timestamp is suppressed. */
  readonly duplicateMs: number;
}

export class IdentityMemory {
  readonly #capacity: number;
  readonly #windows: IdentityWindows;
  readonly #seed: number;

  /** When the reading arrived that the last duplicate repeats. */
  matchedMs = 0;
  /** Everything that was accepted later than this and is within its window is remembered. */
  forgottenUntilMs = Number.NEGATIVE_INFINITY;
  readonly newest = new NewestTimestamps();

  readonly #sensors: Uint32Array;
  readonly #values: Float64Array;
  readonly #seconds: Float64Array;
  readonly #micros: Uint32Array;
  readonly #arrivalsMs: Float64Array;
  /** 0 for what is in a run and not in the table. */
  readonly #hashes: Uint32Array;
  readonly #runs = new IdentityRuns();

  /** Cells of two words: slot number + 1, or 0 where empty, and the hash, which spares most looks at the slot. */
  readonly #table: Uint32Array;
  readonly #mask: number;

  /** Sequence numbers only grow; a sequence's slot is its remainder by capacity. */
  #oldest = 0;
  #next = 0;
  #nextSlot = 0;
  #durable = 0;
  #matchedSlot = 0;

  constructor(
    capacity: number,
    windows: IdentityWindows,
    seed = crypto.getRandomValues(new Uint32Array(1))[0]!,
  ) {
    this.#capacity = capacity;
    this.#windows = windows;
    this.#seed = seed;
    this.#sensors = new Uint32Array(capacity);
    this.#values = new Float64Array(capacity);
    this.#seconds = new Float64Array(capacity);
    this.#micros = new Uint32Array(capacity);
    this.#arrivalsMs = new Float64Array(capacity);
    this.#hashes = new Uint32Array(capacity);
    const tableSize = 2 ** Math.ceil(Math.log2(capacity * 2));
    this.#table = new Uint32Array(tableSize * 2);
    this.#mask = tableSize - 1;
  }

  get size(): number {
    return this.#next - this.#oldest;
  }

  /** The mark to `confirm` once everything remembered so far is durable. */
  get mark(): number {
    return this.#next;
  }

  /**
   * As `remember`, of a reading among many of one request: where it follows one of the same sensor and is later than all
   * before, it joins a run.
   */
  rememberNext(sensorId: number, value: number, seconds: number, micros: number, arrivalMs: number): Verdict {
    const previous = this.#nextSlot === 0 ? this.#capacity - 1 : this.#nextSlot - 1;
    const isPast =
      seconds !== noTimestamp &&
      this.#next > this.#oldest &&
      this.#sensors[previous] === sensorId &&
      this.newest.isPast(sensorId, seconds * 1e6 + micros);
    const run = isPast ? this.#runs.runEndingAt(this.#next, sensorId) : null;
    if (run === null) return this.remember(sensorId, value, seconds, micros, arrivalMs);
    run.end++;
    this.#append(sensorId, value, seconds, micros, arrivalMs, 0);
    return verdicts.fresh;
  }

  /** Looks the identity up and, where it is fresh, remembers it as pending. */
  remember(sensorId: number, value: number, seconds: number, micros: number, arrivalMs: number): Verdict {
    const hash = hashIdentity(this.#seed, sensorId, value, seconds, micros);
    const table = this.#table;
    let cell = hash & this.#mask;
    let isUnknown = true;
    for (;;) {
      const entry = table[cell * 2]!;
      if (entry === 0) break;
      const slot = entry - 1;
      if (
        table[cell * 2 + 1] === hash &&
        this.#sensors[slot] === sensorId &&
        this.#values[slot] === value &&
        this.#seconds[slot] === seconds &&
        this.#micros[slot] === micros
      ) {
        if (arrivalMs - this.#arrivalsMs[slot]! < this.windowMs(seconds)) {
          this.matchedMs = this.#arrivalsMs[slot]!;
          return this.#isDurable(slot) ? verdicts.duplicate : verdicts.pendingDuplicate;
        }
        this.#removeCell(cell);
        isUnknown = false;
        break;
      }
      cell = (cell + 1) & this.#mask;
    }
    if (isUnknown && this.#isInRun(sensorId, value, seconds, micros, arrivalMs)) {
      return this.#isDurable(this.#matchedSlot) ? verdicts.duplicate : verdicts.pendingDuplicate;
    }
    const slot = this.#append(sensorId, value, seconds, micros, arrivalMs, hash);
    // Clearing the place of the oldest may have moved others.
    cell = this.#emptyCell(hash);
    table[cell * 2] = slot + 1;
    table[cell * 2 + 1] = hash;
    return verdicts.fresh;
  }

  /** Writes the identity into the next slot of the ring, which is returned; the oldest makes room where there is none. */
  #append(
    sensorId: number,
    value: number,
    seconds: number,
    micros: number,
    arrivalMs: number,
    hash: number,
  ): number {
    const slot = this.#nextSlot;
    if (this.#next - this.#oldest === this.#capacity) {
      if (this.#hashes[slot] !== 0) this.#removeSlot(slot);
      this.forgottenUntilMs = Math.max(this.forgottenUntilMs, this.#arrivalsMs[slot]!);
      this.#oldest++;
      this.#runs.forgetBefore(this.#oldest);
    }
    this.#sensors[slot] = sensorId;
    this.#values[slot] = value;
    this.#seconds[slot] = seconds;
    this.#micros[slot] = micros;
    this.#arrivalsMs[slot] = arrivalMs;
    this.#hashes[slot] = hash;
    this.#next++;
    this.#nextSlot = slot + 1 === this.#capacity ? 0 : slot + 1;
    if (seconds !== noTimestamp) this.newest.raise(sensorId, seconds * 1e6 + micros);
    return slot;
  }

  /** Whether a run has the identity, within its window; `#matchedSlot` is then where. */
  #isInRun(sensorId: number, value: number, seconds: number, micros: number, arrivalMs: number): boolean {
    const runs = this.#runs.of(sensorId);
    if (runs.length === 0 || seconds === noTimestamp) return false;
    // The last run that does not begin later, and in it the last reading that is not later.
    const nth = lastTrue(0, runs.length, (at) => this.#isUpTo(runs[at]!.start, seconds, micros));
    if (nth < 0) return false;
    const { start, end } = runs[nth]!;
    const found = lastTrue(Math.max(start, this.#oldest), end, (at) => this.#isUpTo(at, seconds, micros));
    if (found < Math.max(start, this.#oldest)) return false;
    const slot = found % this.#capacity;
    if (this.#values[slot] !== value || this.#seconds[slot] !== seconds || this.#micros[slot] !== micros)
      return false;
    if (arrivalMs - this.#arrivalsMs[slot]! >= this.windowMs(seconds)) {
      // From now on another stands for it: no value is equal to this.
      this.#values[slot] = Number.NaN;
      return false;
    }
    this.matchedMs = this.#arrivalsMs[slot]!;
    this.#matchedSlot = slot;
    return true;
  }

  /** Whether the timestamp of what stands at `sequence` is not later than this. What is forgotten was earlier. */
  #isUpTo(sequence: number, seconds: number, micros: number): boolean {
    if (sequence < this.#oldest) return true;
    const slot = sequence % this.#capacity;
    const slotSeconds = this.#seconds[slot]!;
    return slotSeconds < seconds || (slotSeconds === seconds && this.#micros[slot]! <= micros);
  }

  /** How long a reading with this timestamp is recognised. */
  windowMs(seconds: number): number {
    return seconds === noTimestamp ? this.#windows.duplicateMs : this.#windows.replayMs;
  }

  /** Whether it knows every reading with a timestamp that a request arriving now could repeat. */
  reachesBack(arrivalMs: number): boolean {
    return this.forgottenUntilMs <= arrivalMs - this.#windows.replayMs;
  }

  /** Readings up to this time were accepted that are not to be had any more. */
  missed(untilMs: number): void {
    this.forgottenUntilMs = Math.max(this.forgottenUntilMs, untilMs);
    this.newest.missedSome();
  }

  confirm(mark: number): void {
    if (mark > this.#durable) this.#durable = mark;
  }

  /** Takes back everything that is not durable. */
  forgetPending(): void {
    this.rewind(this.#durable);
  }

  /** Takes back everything remembered since `mark`. */
  rewind(mark: number): void {
    while (this.#next > mark && this.#next > this.#oldest) {
      this.#next--;
      this.#nextSlot = this.#next % this.#capacity;
      if (this.#hashes[this.#nextSlot] !== 0) this.#removeSlot(this.#nextSlot);
    }
    this.#runs.forgetFrom(this.#next);
  }

  #isDurable(slot: number): boolean {
    // The ring holds at most `capacity` sequences, so a slot stands for exactly one of them.
    const age = this.#nextSlot - slot + (slot >= this.#nextSlot ? this.#capacity : 0);
    return this.#next - age < this.#durable;
  }

  #emptyCell(hash: number): number {
    let cell = hash & this.#mask;
    while (this.#table[cell * 2] !== 0) cell = (cell + 1) & this.#mask;
    return cell;
  }

  /** A slot whose identity was superseded by a later arrival is no longer in the table. */
  #removeSlot(slot: number): void {
    let cell = this.#hashes[slot]! & this.#mask;
    for (;;) {
      const entry = this.#table[cell * 2]!;
      if (entry === 0) return;
      if (entry === slot + 1) break;
      cell = (cell + 1) & this.#mask;
    }
    this.#removeCell(cell);
  }

  /** Closes the gap by moving later members of the same probe run back, so no tombstones build up. */
  #removeCell(hole: number): void {
    const table = this.#table;
    let cell = hole;
    for (;;) {
      cell = (cell + 1) & this.#mask;
      const entry = table[cell * 2]!;
      if (entry === 0) break;
      const home = table[cell * 2 + 1]! & this.#mask;
      const distanceFromHome = (cell - home) & this.#mask;
      const distanceFromHole = (cell - hole) & this.#mask;
      if (distanceFromHome >= distanceFromHole) {
        table[hole * 2] = entry;
        table[hole * 2 + 1] = table[cell * 2 + 1]!;
        hole = cell;
      }
    }
    table[hole * 2] = 0;
  }
}

/** The last of the numbers from `from` on and below `to` for which this is so, where it is so up to one of them. */
function lastTrue(from: number, to: number, isSo: (at: number) => boolean): number {
  let low = from - 1;
  let high = to;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isSo(middle)) low = middle;
    else high = middle;
  }
  return low;
}
