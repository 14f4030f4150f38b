/**
 * Remembers which readings were already submitted. A reading's identity is (sensor, value, the timestamp the device sent).
 *
 * Promises: an identity is remembered for its window, or until there is no room. Then the oldest is forgotten, first from
 * tenants that fill more than their share (identity-shares.ts), and `forgottenUntilMs` says up to which arrival the tenant
 * in use may have lost some (see forgotten-readings.ts). Two identities are never confused, because keys are compared
 * completely. A new identity is pending while its reading is being written: `confirm` makes it durable, and `forgetPending`
 * removes all pending ones, because their readings are lost. They are always the newest, so both only move one mark.
 *
 * Slots form a ring in order of arrival, and a table finds a slot by its key. If a device sends many readings at once, only
 * the first is in the table: the others are later than everything that the sensor sent before, so a repeat is found by its
 * time (identity-runs.ts). The table is larger than the CPU caches: an insert takes 230 ns, and joining a run 30 ns.
 */
import { SlotTable } from "../../platform/slot-table.ts";
import { noTimestamp } from "../packed-readings.ts";
import type { DenseReadings } from "../stretch.ts";
import { findInRuns } from "./find-in-runs.ts";
import { hashIdentity } from "./hash-identity.ts";
import { IdentityRing } from "./identity-ring.ts";
import { IdentityRuns } from "./identity-runs.ts";
import { type IdentityShare, IdentityShares } from "./identity-shares.ts";
import { type IdentityWindows, type Verdict, verdicts } from "./identity-verdicts.ts";
import { NewestTimestamps } from "./newest-timestamps.ts";

export class IdentityMemory {
  readonly #windows: IdentityWindows;
  readonly #seed: number;
  /** The arrival of the reading that the last duplicate repeats. */
  matchedMs = 0;
  #missedUntilMs = Number.NEGATIVE_INFINITY;
  readonly newest: NewestTimestamps;

  readonly #ring: IdentityRing;
  readonly #runs = new IdentityRuns();
  readonly #table: SlotTable;
  readonly shares: IdentityShares;
  /** The share of the tenant in use. */
  #share: IdentityShare;

  /** Sequence numbers only grow. The slot of a sequence is its remainder modulo the capacity. */
  #oldest = 0;
  #next = 0;
  #nextSlot = 0;
  #durable = 0;
  #matchedSlot = 0;
  /** The end of the identities that were moved to the newest end. */
  #movedEnd = 0;

  /** `shareMax` is how much one tenant may fill while others need the room. Memories of other sensors may share `newest`. */
  constructor(
    capacity: number,
    windows: IdentityWindows,
    shareMax = capacity,
    seed = crypto.getRandomValues(new Uint32Array(1))[0]!,
    newest = new NewestTimestamps(),
  ) {
    this.#windows = windows;
    this.newest = newest;
    this.#seed = seed;
    this.#ring = new IdentityRing(capacity, seed);
    this.#table = new SlotTable(capacity, (slot) => this.#ring.hashOf(slot));
    this.shares = new IdentityShares(shareMax);
    this.#share = this.shares.unknown;
  }

  /** Selects the tenant whose readings are looked up and remembered from now on. */
  use(tenantId: number): void {
    this.#share = this.shares.of(tenantId);
  }

  /** All readings of the tenant that were accepted later than this and are within their window are remembered. */
  get forgottenUntilMs(): number {
    return Math.max(this.#missedUntilMs, this.#share.forgottenUntilMs, this.shares.unknown.forgottenUntilMs);
  }

  get size(): number {
    return this.#next - this.#oldest;
  }

  get #isFull(): boolean {
    return this.size === this.#ring.capacity;
  }

  /** The mark to `confirm` once everything remembered so far is durable. */
  get mark(): number {
    return this.#next;
  }

  /**
   * Like `remember`, for one of many readings in a request. A reading joins a run if it directly follows one of the same
   * sensor and is later than all readings of the sensor before it.
   */
  rememberNext(sensorId: number, value: number, seconds: number, micros: number, arrivalMs: number): Verdict {
    const isPast =
      seconds !== noTimestamp &&
      this.#isNewestOf(sensorId) &&
      this.newest.isPast(sensorId, seconds * 1e6 + micros);
    // If others were moved to make room, the reading no longer directly follows its sensor's.
    const follows = isPast && (!this.#isFull || !this.#makeRoom(arrivalMs));
    const run = follows ? this.#runs.runEndingAt(this.#next, sensorId) : null;
    if (run === null) return this.remember(sensorId, value, seconds, micros, arrivalMs);
    run.end++;
    this.#append(sensorId, value, seconds, micros, arrivalMs);
    return verdicts.fresh;
  }

  /**
   * Like `rememberNext` for up to `count` readings from index `first`, each later than the one before. Joins as many of
   * them as possible to the newest run at once and returns how many. The next reading has to be remembered on its own.
   */
  joinRun(sensorId: number, dense: DenseReadings, first: number, count: number, arrivalMs: number): number {
    const ring = this.#ring;
    const firstUs = dense.doubles[dense.start + first * 2 + 1]!;
    if (count <= 0 || !this.#isNewestOf(sensorId) || !this.newest.isPast(sensorId, firstUs)) return 0;
    const owner = { sensorId, arrivalMs, share: this.#share.index };
    for (let joined = 0; ; ) {
      const fitting = this.#fitting(Math.min(count - joined, ring.capacity - this.#nextSlot));
      const run = fitting === 0 ? null : this.#runs.runEndingAt(this.#next, sensorId);
      if (run === null) return joined;
      run.end += fitting;
      if (this.#isFull) this.#forgetOldest(fitting);
      ring.putRun(this.#nextSlot, dense, first + joined, fitting, owner);
      for (let nth = 0; nth < fitting; nth++) this.shares.add(this.#share);
      joined += fitting;
      this.#next += fitting;
      this.#nextSlot = ring.after(this.#nextSlot + fitting - 1);
      this.newest.raise(sensorId, dense.doubles[dense.start + (first + joined) * 2 - 1]!);
    }
  }

  /**
   * How many consecutive slots, at most `max`, the tenant in use can fill: free slots, or the oldest ones in a full ring.
   * Other tenants' slots are taken only if no tenant then fills more than its share. Otherwise only the tenant's own are.
   */
  #fitting(max: number): number {
    const { over } = this.shares;
    const share = this.#share;
    if (!this.#isFull) return Math.min(max, this.#ring.capacity - this.size);
    if (over === 0 && share.count + max <= share.max) return max;
    return over === 0 || share.count > share.max ? this.#ring.countOf(share.index, this.#nextSlot, max) : 0;
  }

  #forgetOldest(count: number): void {
    const ring = this.#ring;
    for (let slot = this.#nextSlot; slot < this.#nextSlot + count; slot++) {
      const owner = this.shares.list[ring.shareOf(slot)]!;
      if (ring.isInTable(slot)) this.#table.remove(ring.hashOf(slot), slot);
      owner.forgottenUntilMs = Math.max(owner.forgottenUntilMs, ring.arrivalMsOf(slot));
      this.shares.remove(owner);
    }
    this.#oldest += count;
    this.#runs.forgetBefore(this.#oldest);
  }

  /** Looks up the identity. A fresh one is remembered as pending. */
  remember(sensorId: number, value: number, seconds: number, micros: number, arrivalMs: number): Verdict {
    const hash = hashIdentity(this.#seed, sensorId, value, seconds, micros);
    const { cells, mask, slotMask } = this.#table;
    let cell = hash & mask;
    let isUnknown = true;
    for (;;) {
      const entry = cells[cell]!;
      if (entry === 0) break;
      const slot = (entry & slotMask) - 1;
      const mayHold = ((entry ^ hash) & ~slotMask) === 0;
      if (mayHold && this.#ring.holds(slot, sensorId, value, seconds, micros)) {
        const matchedMs = this.#ring.arrivalMsOf(slot);
        if (arrivalMs - matchedMs < this.windowMs(seconds)) {
          this.matchedMs = matchedMs;
          return this.#isDurable(slot) ? verdicts.duplicate : verdicts.pendingDuplicate;
        }
        this.#table.removeCell(cell);
        isUnknown = false;
        break;
      }
      cell = (cell + 1) & mask;
    }
    if (isUnknown && this.#isInRun(sensorId, value, seconds, micros, arrivalMs)) {
      return this.#isDurable(this.#matchedSlot) ? verdicts.duplicate : verdicts.pendingDuplicate;
    }
    if (this.#isFull) this.#makeRoom(arrivalMs);
    const slot = this.#append(sensorId, value, seconds, micros, arrivalMs);
    this.#insert(hash, slot);
    return verdicts.fresh;
  }

  #isNewestOf(sensorId: number): boolean {
    return this.size > 0 && this.#ring.sensors[this.#ring.before(this.#nextSlot)] === sensorId;
  }

  /**
   * Forgets the oldest identity. While some tenants exceed their shares, the oldest identities of the others become the
   * newest instead: in a full ring, they only get new sequence numbers. Returns whether any were moved.
   */
  #makeRoom(arrivalMs: number): boolean {
    const { shares } = this;
    for (let isMoved = false; ; isMoved = true) {
      const slot = this.#nextSlot;
      const owner = shares.list[this.#ring.shareOf(slot)]!;
      const isOver = arrivalMs - this.#ring.arrivalMsOf(slot) >= this.windowMs(this.#ring.secondsOf(slot));
      if (shares.over === 0 || owner.count > owner.max || isOver) {
        this.#forgetOldest(1);
        return isMoved;
      }
      this.#moveToNewest(slot);
    }
  }

  #moveToNewest(slot: number): void {
    const ring = this.#ring;
    if (!ring.isInTable(slot)) this.#insert(ring.hashOf(slot), slot);
    this.#oldest++;
    this.#next++;
    this.#movedEnd = this.#next;
    this.#nextSlot = this.#ring.after(slot);
    this.#runs.forgetBefore(this.#oldest);
  }

  #insert(hash: number, slot: number): void {
    this.#table.insert(hash, slot);
    this.#ring.noteInTable(slot);
  }

  /** Writes the identity into the next slot and returns the slot. The ring must have room. */
  #append(sensorId: number, value: number, seconds: number, micros: number, arrivalMs: number): number {
    const slot = this.#nextSlot;
    this.shares.add(this.#share);
    this.#ring.put(slot, sensorId, value, seconds, micros, arrivalMs, this.#share.index);
    this.#next++;
    this.#nextSlot = this.#ring.after(slot);
    if (seconds !== noTimestamp) this.newest.raise(sensorId, seconds * 1e6 + micros);
    return slot;
  }

  /** Whether a run contains the identity within its window. Sets `#matchedSlot` if it does. */
  #isInRun(sensorId: number, value: number, seconds: number, micros: number, arrivalMs: number): boolean {
    const runs = this.#runs.of(sensorId);
    if (runs.length === 0 || seconds === noTimestamp) return false;
    const slot = findInRuns(runs, this.#ring, this.#oldest, seconds, micros);
    if (slot < 0 || this.#ring.values[slot] !== value) return false;
    const matchedMs = this.#ring.arrivalMsOf(slot);
    if (arrivalMs - matchedMs >= this.windowMs(seconds)) {
      // The new reading replaces it. NaN equals no value, so this slot is never found again.
      this.#ring.values[slot] = Number.NaN;
      return false;
    }
    this.matchedMs = matchedMs;
    this.#matchedSlot = slot;
    return true;
  }

  /** How long a reading with this timestamp is recognised. */
  windowMs(seconds: number): number {
    return seconds === noTimestamp ? this.#windows.duplicateMs : this.#windows.replayMs;
  }

  /** Whether every reading with a timestamp that a request arriving now could repeat is remembered. */
  reachesBack(arrivalMs: number): boolean {
    return this.forgottenUntilMs <= arrivalMs - this.#windows.replayMs;
  }

  /** Notes that readings accepted up to this time can no longer be recalled. */
  missed(untilMs: number): void {
    this.#missedUntilMs = Math.max(this.#missedUntilMs, untilMs);
    this.newest.missedSome();
  }

  confirm(mark: number): void {
    if (mark > this.#durable) this.#durable = mark;
  }

  /** Removes everything that is not durable. */
  forgetPending(): void {
    this.rewind(this.#durable);
  }

  /** Removes everything remembered since `mark`. */
  rewind(mark: number): void {
    while (this.#next > mark && this.#next > this.#oldest) {
      this.#next--;
      this.#nextSlot = this.#next % this.#ring.capacity;
      const slot = this.#nextSlot;
      if (this.#ring.isInTable(slot)) this.#table.remove(this.#ring.hashOf(slot), slot);
      const owner = this.shares.list[this.#ring.shareOf(slot)]!;
      this.shares.remove(owner);
      // Some of these may be older identities that were moved.
      if (this.#movedEnd > mark)
        owner.forgottenUntilMs = Math.max(owner.forgottenUntilMs, this.#ring.arrivalMsOf(slot));
    }
    this.#movedEnd = Math.min(this.#movedEnd, mark);
    this.#runs.forgetFrom(this.#next);
  }

  #isDurable(slot: number): boolean {
    // The ring holds at most `capacity` sequences, so a slot belongs to exactly one of them.
    const age = this.#nextSlot - slot + (slot >= this.#nextSlot ? this.#ring.capacity : 0);
    return this.#next - age < this.#durable;
  }
}
