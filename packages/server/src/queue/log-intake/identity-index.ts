import { SlotTable } from "../../platform/slot-table.ts";
import { noTimestamp } from "../packed-readings.ts";
import { countAscending, type DenseReadings } from "../stretch.ts";
import { findInRuns } from "./find-in-runs.ts";
import { hashIdentity } from "./hash-identity.ts";
import type { IdentityRing } from "./identity-ring.ts";
import { type IdentityRun, IdentityRuns } from "./identity-runs.ts";
import type { IdentityWindows } from "./identity-verdicts.ts";
import { TableTimes } from "./table-times.ts";

/** Fewer readings are not worth a late run of their own. */
const lateRunMin = 16;

/** What is asked about readings that may repeat others. */
interface RepeatedReadings {
  readonly arrivalMs: number;
  readonly before: number;
  readonly acceptedMs: Float64Array;
}

/** Finds the slots of the ring by their identities: in a table by their keys, or in runs by their times. */
export class IdentityIndex {
  readonly runs = new IdentityRuns();
  /** The slot that `finds` found, and when its reading arrived. */
  matchedSlot = 0;
  matchedMs = 0;
  readonly #ring: IdentityRing;
  readonly #windows: IdentityWindows;
  readonly #seed: number;
  readonly #table: SlotTable;
  readonly #times: TableTimes;

  constructor(ring: IdentityRing, windows: IdentityWindows, seed: number) {
    this.#ring = ring;
    this.#windows = windows;
    this.#seed = seed;
    this.#table = new SlotTable(ring.capacity, (slot) => ring.hashOf(slot));
    this.#times = new TableTimes(ring.capacity);
  }

  hashOf(sensorId: number, value: number, seconds: number, micros: number): number {
    return hashIdentity(this.#seed, sensorId, value, seconds, micros);
  }

  /** Returns whether the identity is remembered within its window. Sets `matchedMs` and `matchedSlot` if it is. */
  finds(
    hash: number,
    sensorId: number,
    value: number,
    seconds: number,
    micros: number,
    arrivalMs: number,
  ): boolean {
    return (
      this.#isInTable(hash, sensorId, value, seconds, micros, arrivalMs) ||
      this.#isInRun(sensorId, value, seconds, micros, arrivalMs)
    );
  }

  insert(hash: number, slot: number): void {
    const ring = this.#ring;
    this.#table.insert(hash, slot);
    this.#times.add(ring.sensors[slot]!, ring.secondsOf(slot));
    ring.noteInTable(slot);
  }

  /** Removes a slot that is about to be filled again or was given up. */
  remove(slot: number): void {
    const ring = this.#ring;
    if (!ring.isInTable(slot)) return;
    this.#table.remove(ring.hashOf(slot), slot);
    this.#times.remove(ring.sensors[slot]!, ring.secondsOf(slot));
  }

  /** How long a reading with this timestamp is recognised. */
  windowMs(seconds: number): number {
    return seconds === noTimestamp ? this.#windows.duplicateMs : this.#windows.replayMs;
  }

  /**
   * Begins a late run for the readings from index `first` on, at the sequence number `next`, and returns it with the
   * number of readings that can join: those in order before the first that is in the table. Returns null if they are
   * few, or if they overlap with a run in time. Otherwise no run has one of them.
   */
  beginLateRun(
    sensorId: number,
    dense: DenseReadings,
    { first, next, arrivalMs }: { readonly first: number; readonly next: number; readonly arrivalMs: number },
  ): { readonly run: IdentityRun; readonly readings: number } | null {
    const start = dense.start + first * 2;
    const rest = { doubles: dense.doubles, start, readings: dense.readings - first };
    const ascending = countAscending(rest);
    if (ascending < lateRunMin) return null;
    const [fromUs, toUs] = [rest.doubles[start + 1]!, rest.doubles[start + ascending * 2 - 1]!];
    const span = { fromUs, toUs, lastUs: (run: IdentityRun) => this.#lastUsOf(run) };
    const place = this.runs.placeForLate(sensorId, span);
    if (place < 0) return null;
    const readings = this.#countOutsideTable(sensorId, { ...rest, readings: ascending }, arrivalMs);
    const run = readings < lateRunMin ? null : this.runs.beginLate(next, sensorId, fromUs, place);
    return run === null ? null : { run, readings };
  }

  /**
   * Counts how many readings, from the first on, repeat readings of runs before the sequence number `before`. Notes in
   * `acceptedMs` when those were accepted. Readings of one run are compared side by side, in a tenth of the time that a
   * search for each takes.
   */
  countRepeats(
    sensorId: number,
    dense: DenseReadings,
    { arrivalMs, before, acceptedMs }: RepeatedReadings,
  ): number {
    const ring = this.#ring;
    const runs = this.runs.of(sensorId);
    const untilMs = arrivalMs - this.#windows.replayMs;
    for (let counted = 0; ; ) {
      if (counted === dense.readings) return counted;
      const us = dense.doubles[dense.start + counted * 2 + 1]!;
      const seconds = Math.floor(us / 1e6);
      const sequence = findInRuns(runs, ring, this.runs.oldest, seconds, us - seconds * 1e6);
      if (sequence < 0) return counted;
      const max = Math.min(before - sequence, dense.readings - counted);
      const repeated = ring.countRepeats(sequence, sensorId, dense, counted, max, untilMs, acceptedMs);
      if (repeated === 0) return counted;
      counted += repeated;
    }
  }

  #lastUsOf({ start, end }: IdentityRun): number {
    const slot = Math.max(start, end - 1) % this.#ring.capacity;
    return this.#ring.secondsOf(slot) * 1e6 + this.#ring.microsOf(slot);
  }

  /** Counts the readings before the first that is in the table. */
  #countOutsideTable(
    sensorId: number,
    { doubles, start, readings }: DenseReadings,
    arrivalMs: number,
  ): number {
    for (let nth = 0, emptyUntilUs = 0; nth < readings; nth++) {
      const us = doubles[start + nth * 2 + 1]!;
      if (us < emptyUntilUs) continue;
      const seconds = Math.floor(us / 1e6);
      emptyUntilUs = this.#times.emptyUntil(sensorId, seconds) * 1e6;
      if (us < emptyUntilUs) continue;
      const micros = us - seconds * 1e6;
      const value = doubles[start + nth * 2]!;
      const hash = this.hashOf(sensorId, value, seconds, micros);
      if (this.#isInTable(hash, sensorId, value, seconds, micros, arrivalMs)) return nth;
    }
    return readings;
  }

  #isInTable(
    hash: number,
    sensorId: number,
    value: number,
    seconds: number,
    micros: number,
    arrivalMs: number,
  ): boolean {
    const { cells, mask, slotMask } = this.#table;
    for (let cell = hash & mask; ; cell = (cell + 1) & mask) {
      const entry = cells[cell]!;
      if (entry === 0) return false;
      const slot = (entry & slotMask) - 1;
      const mayHold = ((entry ^ hash) & ~slotMask) === 0;
      if (!mayHold || !this.#ring.holds(slot, sensorId, value, seconds, micros)) continue;
      if (this.#matches(slot, seconds, arrivalMs)) return true;
      // The new reading replaces it.
      this.#table.removeCell(cell);
      return false;
    }
  }

  #isInRun(sensorId: number, value: number, seconds: number, micros: number, arrivalMs: number): boolean {
    const { runs } = this;
    const ofSensor = runs.of(sensorId);
    if (ofSensor.length === 0 || seconds === noTimestamp) return false;
    const sequence = findInRuns(ofSensor, this.#ring, runs.oldest, seconds, micros);
    if (sequence < 0) return false;
    const slot = sequence % this.#ring.capacity;
    if (this.#ring.values[slot] !== value) return false;
    if (this.#matches(slot, seconds, arrivalMs)) return true;
    // The new reading replaces it. NaN equals no value, so this slot is never found again.
    this.#ring.values[slot] = Number.NaN;
    return false;
  }

  #matches(slot: number, seconds: number, arrivalMs: number): boolean {
    const matchedMs = this.#ring.arrivalMsOf(slot);
    if (arrivalMs - matchedMs >= this.windowMs(seconds)) return false;
    this.matchedMs = matchedMs;
    this.matchedSlot = slot;
    return true;
  }
}
