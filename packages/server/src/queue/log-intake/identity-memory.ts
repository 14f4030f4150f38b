/**
 * The memory of what was already submitted. A reading's identity is (sensor, value, the timestamp the device sent).
 *
 * Promises: an identity is remembered for its window, or until there is no room: then the oldest gives way, of accounts that fill more than
 * their shares first (identity-shares.ts). `forgottenUntilMs` says since when nothing of the account in use was forgotten for want
 * of room (see forgotten-readings.ts). Two identities are never taken for one another: keys are compared whole, the hash only finds them.
 * What is remembered starts out pending, because its reading is still being written. `confirm` makes it durable,
 * `forgetPending` takes back all that is not: its readings are lost. Pending identities are always the newest ones, so both move one mark.
 *
 * Slots form a ring in order of arrival; an open-addressed table finds a slot by its key. Everything is in typed
 * arrays: a million identities take 56 MB, and remembering allocates nothing.
 *
 * A buffer that a device sends is not in the table but for its first reading. Its readings are later than everything that the
 * sensor sent before, so none of them is a repeat, and they stand in the ring in the order of their times, so a repeat of
 * one is found by its time (identity-runs.ts). The table is larger than the caches: finding a place in it and clearing that
 * of the oldest took 230 ns a reading, half of all that ingest does for it, and a run takes 30.
 */
import { lastTrue } from "../../platform/last-true.ts";
import { noTimestamp } from "../packed-readings.ts";
import { hashIdentity } from "./hash-identity.ts";
import { IdentityRuns } from "./identity-runs.ts";
import { type IdentityShare, IdentityShares } from "./identity-shares.ts";
import { IdentityTable } from "./identity-table.ts";
import { type IdentityWindows, type Verdict, verdicts } from "./identity-verdicts.ts";
import { NewestTimestamps } from "./newest-timestamps.ts";

export class IdentityMemory {
  readonly #capacity: number;
  readonly #windows: IdentityWindows;
  readonly #seed: number;

  /** When the reading arrived that the last duplicate repeats. */
  matchedMs = 0;
  #missedUntilMs = Number.NEGATIVE_INFINITY;
  readonly newest = new NewestTimestamps();

  readonly #sensors: Uint32Array;
  readonly #values: Float64Array;
  readonly #seconds: Float64Array;
  readonly #micros: Uint32Array;
  readonly #arrivalsMs: Float64Array;
  /** 0 for what is in a run and not in the table. */
  readonly #hashes: Uint32Array;
  /** Whose each is, by the places of their shares. */
  readonly #owners: Uint32Array;
  readonly #runs = new IdentityRuns();
  readonly #table: IdentityTable;
  readonly shares: IdentityShares;
  /** Of the account in use. */
  #share: IdentityShare;

  /** Sequence numbers only grow; a sequence's slot is its remainder by capacity. */
  #oldest = 0;
  #next = 0;
  #nextSlot = 0;
  #durable = 0;
  #matchedSlot = 0;
  /** What was moved to the newest end is before this. */
  #movedEnd = 0;

  /** `shareMax` is what one account may fill while others need the room. */
  constructor(
    capacity: number,
    windows: IdentityWindows,
    shareMax = capacity,
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
    this.#owners = new Uint32Array(capacity);
    this.#table = new IdentityTable(capacity);
    this.shares = new IdentityShares(shareMax);
    this.#share = this.shares.unknown;
  }

  /** What is asked and remembered from now on is of this account. */
  use(accountId: number): void {
    this.#share = this.shares.of(accountId);
  }

  /** Everything of the account that was accepted later than this and is within its window is remembered. */
  get forgottenUntilMs(): number {
    return Math.max(this.#missedUntilMs, this.#share.forgottenUntilMs, this.shares.unknown.forgottenUntilMs);
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
    // Where others were moved to make room, it does not follow any more.
    const follows = isPast && (!this.#isFull || !this.#makeRoom(arrivalMs));
    const run = follows ? this.#runs.runEndingAt(this.#next, sensorId) : null;
    if (run === null) return this.remember(sensorId, value, seconds, micros, arrivalMs);
    run.end++;
    this.#append(sensorId, value, seconds, micros, arrivalMs, 0);
    return verdicts.fresh;
  }

  /** Looks the identity up and, where it is fresh, remembers it as pending. */
  remember(sensorId: number, value: number, seconds: number, micros: number, arrivalMs: number): Verdict {
    const hash = hashIdentity(this.#seed, sensorId, value, seconds, micros);
    const { cells: table, mask } = this.#table;
    let cell = hash & mask;
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
    const slot = this.#append(sensorId, value, seconds, micros, arrivalMs, hash);
    this.#table.insert(hash, slot);
    return verdicts.fresh;
  }

  get #isFull(): boolean {
    return this.size === this.#capacity;
  }

  /**
   * Forgets the oldest. While accounts fill more than their shares, the oldest of the others become the newest instead: the ring is
   * full, so their slots are where the newest go, and only the sequence numbers move on. Returns whether some did.
   */
  #makeRoom(arrivalMs: number): boolean {
    const { shares } = this;
    for (let isMoved = false; ; isMoved = true) {
      const slot = this.#nextSlot;
      const owner = shares.list[this.#owners[slot]!]!;
      const isOver = arrivalMs - this.#arrivalsMs[slot]! >= this.windowMs(this.#seconds[slot]!);
      if (shares.over === 0 || owner.count > owner.max || isOver) {
        if (this.#hashes[slot] !== 0) this.#table.remove(this.#hashes[slot]!, slot);
        owner.forgottenUntilMs = Math.max(owner.forgottenUntilMs, this.#arrivalsMs[slot]!);
        shares.remove(owner);
        this.#oldest++;
        this.#runs.forgetBefore(this.#oldest);
        return isMoved;
      }
      this.#moveToNewest(slot);
    }
  }

  #moveToNewest(slot: number): void {
    if (this.#hashes[slot] === 0) {
      const [sensorId, value, seconds] = [this.#sensors[slot]!, this.#values[slot]!, this.#seconds[slot]!];
      this.#hashes[slot] = hashIdentity(this.#seed, sensorId, value, seconds, this.#micros[slot]!);
      this.#table.insert(this.#hashes[slot]!, slot);
    }
    this.#oldest++;
    this.#next++;
    this.#movedEnd = this.#next;
    this.#nextSlot = slot + 1 === this.#capacity ? 0 : slot + 1;
    this.#runs.forgetBefore(this.#oldest);
  }

  /** Writes the identity into the next slot of the ring, which has room, and returns it. */
  #append(
    sensorId: number,
    value: number,
    seconds: number,
    micros: number,
    arrivalMs: number,
    hash: number,
  ): number {
    const slot = this.#nextSlot;
    this.#owners[slot] = this.#share.index;
    this.shares.add(this.#share);
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
    this.#missedUntilMs = Math.max(this.#missedUntilMs, untilMs);
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
      const slot = this.#nextSlot;
      if (this.#hashes[slot] !== 0) this.#table.remove(this.#hashes[slot]!, slot);
      const owner = this.shares.list[this.#owners[slot]!]!;
      this.shares.remove(owner);
      // Among them may be some that were there before, and were moved.
      if (this.#movedEnd > mark)
        owner.forgottenUntilMs = Math.max(owner.forgottenUntilMs, this.#arrivalsMs[slot]!);
    }
    this.#movedEnd = Math.min(this.#movedEnd, mark);
    this.#runs.forgetFrom(this.#next);
  }

  #isDurable(slot: number): boolean {
    // The ring holds at most `capacity` sequences, so a slot stands for exactly one of them.
    const age = this.#nextSlot - slot + (slot >= this.#nextSlot ? this.#capacity : 0);
    return this.#next - age < this.#durable;
  }
}
