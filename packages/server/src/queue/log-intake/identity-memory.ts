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
import { noTimestamp } from "../packed-readings.ts";
import type { DenseReadings } from "../stretch.ts";
import { FreeStretches } from "./free-stretches.ts";
import { IdentityIndex } from "./identity-index.ts";
import { IdentityRing } from "./identity-ring.ts";
import type { IdentityRun } from "./identity-runs.ts";
import { type IdentityShare, IdentityShares } from "./identity-shares.ts";
import { type IdentityWindows, type Verdict, verdicts } from "./identity-verdicts.ts";
import { NewestTimestamps } from "./newest-timestamps.ts";

export class IdentityMemory {
  readonly #windows: IdentityWindows;
  #missedUntilMs = Number.NEGATIVE_INFINITY;
  readonly newest: NewestTimestamps;
  readonly free = new FreeStretches();

  readonly #ring: IdentityRing;
  readonly #index: IdentityIndex;
  readonly shares: IdentityShares;
  /** The share of the tenant in use. */
  #share: IdentityShare;

  /** Sequence numbers only grow. The slot of a sequence is its remainder modulo the capacity. */
  #oldest = 0;
  #next = 0;
  #nextSlot = 0;
  #durable = 0;
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
    this.#ring = new IdentityRing(capacity, seed);
    this.#index = new IdentityIndex(this.#ring, windows, seed);
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

  /** The arrival of the reading that the last duplicate repeats. */
  get matchedMs(): number {
    return this.#index.matchedMs;
  }

  get size(): number {
    return this.#next - this.#oldest;
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
    const us = seconds * 1e6 + micros;
    const isPast = seconds !== noTimestamp && this.#isNewestOf(sensorId) && this.newest.isPast(sensorId, us);
    // If others were moved to make room, the reading no longer directly follows its sensor's.
    const follows = isPast && (!this.#isFull || !this.#makeRoom(arrivalMs));
    const run = follows ? this.#index.runs.runEndingAt(this.#next, sensorId, us) : null;
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
    const firstUs = dense.doubles[dense.start + first * 2 + 1]!;
    if (count <= 0 || !this.#isNewestOf(sensorId) || !this.newest.isPast(sensorId, firstUs)) return 0;
    const runAt = (us: number) => this.#index.runs.runEndingAt(this.#next, sensorId, us);
    return this.#join(runAt, sensorId, dense, first, count, arrivalMs);
  }

  /**
   * Like `joinRun` for readings that are not in the store and lie between others of their sensor in time. The first that
   * is remembered here ends them.
   */
  joinLateRun(sensorId: number, dense: DenseReadings, first: number, arrivalMs: number): number {
    const begun = this.#index.beginLateRun(sensorId, dense, { first, next: this.#next, arrivalMs });
    if (begun === null) return 0;
    const joined = this.#join(() => begun.run, sensorId, dense, first, begun.readings, arrivalMs);
    const lastUs = dense.doubles[dense.start + (first + joined) * 2 - 1]!;
    if (joined > 0) this.free.take(sensorId, begun.run.firstUs, lastUs);
    return joined;
  }

  #join(
    runAt: (us: number) => IdentityRun | null,
    sensorId: number,
    dense: DenseReadings,
    first: number,
    count: number,
    arrivalMs: number,
  ): number {
    const ring = this.#ring;
    const owner = { sensorId, arrivalMs, share: this.#share.index };
    for (let joined = 0; ; ) {
      const fitting = this.#fitting(Math.min(count - joined, ring.capacity - this.#nextSlot));
      const run = fitting === 0 ? null : runAt(dense.doubles[dense.start + (first + joined) * 2 + 1]!);
      if (run === null) return joined;
      run.end += fitting;
      if (this.#isFull) this.#forgetOldest(fitting);
      ring.putRun(this.#nextSlot, dense, first + joined, fitting, owner);
      this.shares.add(this.#share, fitting);
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
    for (let slot = this.#nextSlot, end = slot + count; slot < end; ) {
      const owner = this.shares.list[ring.shareOf(slot)]!;
      owner.forgottenUntilMs = Math.max(owner.forgottenUntilMs, ring.arrivalMsOf(slot));
      this.#index.remove(slot);
      const alike = ring.countAlike(slot, end - slot);
      this.shares.remove(owner, alike);
      slot += alike;
    }
    this.#oldest += count;
    this.#index.runs.forgetBefore(this.#oldest);
  }

  /** Looks up the identity. A fresh one is remembered as pending. */
  remember(sensorId: number, value: number, seconds: number, micros: number, arrivalMs: number): Verdict {
    const index = this.#index;
    const hash = index.hashOf(sensorId, value, seconds, micros);
    if (index.finds(hash, sensorId, value, seconds, micros, arrivalMs))
      return this.#isDurable(index.matchedSlot) ? verdicts.duplicate : verdicts.pendingDuplicate;
    if (this.#isFull) this.#makeRoom(arrivalMs);
    const slot = this.#append(sensorId, value, seconds, micros, arrivalMs);
    index.insert(hash, slot);
    return verdicts.fresh;
  }

  /** Returns when a durable reading with this identity was accepted, if it is remembered; otherwise 0. */
  durableMs(sensorId: number, value: number, seconds: number, micros: number, arrivalMs: number): number {
    const index = this.#index;
    const hash = index.hashOf(sensorId, value, seconds, micros);
    const isFound = index.finds(hash, sensorId, value, seconds, micros, arrivalMs);
    return isFound && this.#isDurable(index.matchedSlot) ? index.matchedMs : 0;
  }

  /** Counts how many readings, from the first on, repeat durable ones of runs. Notes when those were accepted. */
  countRepeats(sensorId: number, dense: DenseReadings, arrivalMs: number, acceptedMs: Float64Array): number {
    return this.#index.countRepeats(sensorId, dense, { arrivalMs, before: this.#durable, acceptedMs });
  }

  get #isFull(): boolean {
    return this.size === this.#ring.capacity;
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
    if (!ring.isInTable(slot)) this.#index.insert(ring.hashOf(slot), slot);
    this.#oldest++;
    this.#next++;
    this.#movedEnd = this.#next;
    this.#nextSlot = this.#ring.after(slot);
    this.#index.runs.forgetBefore(this.#oldest);
  }

  /** Writes the identity into the next slot and returns the slot. The ring must have room. */
  #append(sensorId: number, value: number, seconds: number, micros: number, arrivalMs: number): number {
    const slot = this.#nextSlot;
    this.shares.add(this.#share);
    this.#ring.put(slot, sensorId, value, seconds, micros, arrivalMs, this.#share.index);
    this.#next++;
    this.#nextSlot = this.#ring.after(slot);
    if (seconds !== noTimestamp) this.#noteTime(sensorId, seconds * 1e6 + micros);
    return slot;
  }

  /** A reading later than all others of its sensor lies in no free stretch. */
  #noteTime(sensorId: number, us: number): void {
    if (!this.newest.raise(sensorId, us)) this.free.take(sensorId, us, us);
  }

  windowMs(seconds: number): number {
    return this.#index.windowMs(seconds);
  }

  /** Whether every reading with a timestamp that a request arriving now could repeat is remembered. */
  reachesBack(arrivalMs: number): boolean {
    return this.forgottenUntilMs <= arrivalMs - this.#windows.replayMs;
  }

  /** Notes that readings accepted up to this time can no longer be recalled. */
  missed(untilMs: number): void {
    this.#missedUntilMs = Math.max(this.#missedUntilMs, untilMs);
    this.newest.missedSome();
    this.free.clear();
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
      this.#index.remove(slot);
      const owner = this.shares.list[this.#ring.shareOf(slot)]!;
      this.shares.remove(owner);
      // Some of these may be older identities that were moved.
      if (this.#movedEnd > mark)
        owner.forgottenUntilMs = Math.max(owner.forgottenUntilMs, this.#ring.arrivalMsOf(slot));
    }
    this.#movedEnd = Math.min(this.#movedEnd, mark);
    this.#index.runs.forgetFrom(this.#next);
  }

  #isDurable(slot: number): boolean {
    // The ring holds at most `capacity` sequences, so a slot belongs to exactly one of them.
    const age = this.#nextSlot - slot + (slot >= this.#nextSlot ? this.#ring.capacity : 0);
    return this.#next - age < this.#durable;
  }
}
