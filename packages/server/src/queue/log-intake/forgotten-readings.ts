import type { FrameCursor } from "../frame-cursor.ts";
import { noTimestamp } from "../packed-readings.ts";
import type { Position } from "../position.ts";
import { type Queue, QueueUnavailableError } from "../queue.ts";
import { countAscending } from "../stretch.ts";
import type { IdentityMemory } from "./identity-memory.ts";
import type { ForgottenIdentities } from "./log-intake.ts";

/** Requests that may wait for a look into the store; each holds its readings meanwhile. Past it: 503. */
const waitingMax = 64;
/** The `Date` header has whole seconds, and an offset under two is not corrected: so far apart may two corrections of one reading be. */
const correctionSpreadUs = 3_000_000;

/** Readings to be found in the store, in columns. */
export interface LateReadings {
  readonly sensorIds: number[];
  readonly values: number[];
  /** The time the device sent. */
  readonly seconds: number[];
  readonly micros: number[];
  /** The time that makes of it in the store, give or take `spreadUs`. */
  readonly atUs: number[];
  readonly spreadUs: number;
}

export interface FoundReadings {
  /** When the stored reading arrived, for each that was asked for; 0 where there is none. */
  readonly receivedMs: readonly number[];
  /** Of each sensor that was asked for, the newest timestamp there is; -1 where there is none. */
  readonly newestUs: readonly (readonly [sensorId: number, newestUs: number])[];
}

/** How long to wait for the store, and what becomes of readings that were not looked up by then. */
export interface Patience {
  readonly ms: number;
  readonly whenOver: "new" | "unavailable";
}

/** A device waits: an answer is worth more than a longer look. */
const devicePatience: Patience = { ms: 2000, whenOver: "new" };
/** An import can come again. */
export const importPatience: Patience = { ms: 10_000, whenOver: "unavailable" };

/** Looks readings up in the store, away from the intake. What the queue has up to `position` may have to be settled first. */
export type FindStored = (readings: LateReadings, position: Position) => Promise<FoundReadings>;

export interface ForgottenReadingsParts {
  readonly memory: IdentityMemory;
  readonly queue: Pick<Queue, "lastPosition">;
  readonly findStored: FindStored;
  readonly onLookedUp: (readings: number) => void;
  readonly toleranceMs: number;
  readonly patience?: Patience;
}

/** The readings of one request that have to be looked up. */
export interface LateRequest {
  readonly late: LateReadings;
  /** Their places in the frame. */
  readonly indexes: number[];
  readonly readings: number;
  readonly arrivalMs: number;
}

/**
 * Recognises repeats that the memory of duplicates has forgotten, by looking them up in the store.
 *
 * A look is needed only for a reading that may have been accepted before the memory begins: the memory must not reach
 * back over the replay window, the reading's time must lie before what the memory still knows, and it must not be
 * past the newest timestamp of its sensor. So neither current readings nor a buffer that is sent for the first time
 * cost a look. Where the store cannot be asked in time, patience says what becomes of the readings.
 */
export class ForgottenReadings implements ForgottenIdentities {
  readonly #memory: IdentityMemory;
  readonly #queue: Pick<Queue, "lastPosition">;
  readonly #find: FindStored;
  readonly #onLookedUp: (readings: number) => void;
  readonly #toleranceUs: number;
  readonly #patience: Patience;
  #waiting = 0;

  constructor(parts: ForgottenReadingsParts) {
    this.#memory = parts.memory;
    this.#queue = parts.queue;
    this.#find = parts.findStored;
    this.#onLookedUp = parts.onLookedUp;
    this.#toleranceUs = parts.toleranceMs * 1000;
    this.#patience = parts.patience ?? devicePatience;
  }

  lookUp(cursor: FrameCursor): Promise<Float64Array> | null {
    const late = this.late(cursor);
    return late === null ? null : this.recall(late);
  }

  /** What of a request has to be looked up; null where nothing has, which is nearly always. Moves the cursor. */
  late(cursor: FrameCursor): LateRequest | null {
    const memory = this.#memory;
    if (memory.reachesBack(cursor.arrivalMs)) return null;
    if (cursor.isDense && this.#isAllPast(cursor)) return null;
    const knownFromUs = memory.forgottenUntilMs * 1000 + this.#toleranceUs;
    let request: LateRequest | null = null;
    while (cursor.next()) {
      const { sensorId, value, seconds, micros, atUs } = cursor;
      if (seconds === noTimestamp) continue;
      const sentUs = seconds * 1e6 + micros;
      const spreadUs = sentUs === atUs ? 0 : correctionSpreadUs;
      if (atUs > knownFromUs + spreadUs || memory.newest.isPast(sensorId, sentUs)) continue;
      request ??= lateRequest(cursor, spreadUs);
      request.indexes.push(cursor.index);
      const { late } = request;
      late.sensorIds.push(sensorId);
      late.values.push(value);
      late.seconds.push(seconds);
      late.micros.push(micros);
      late.atUs.push(atUs);
    }
    return request;
  }

  /** Whether all are later than everything that their sensor sent. The first one tells, where they are in order. */
  #isAllPast(cursor: FrameCursor): boolean {
    const dense = cursor.dense();
    const firstUs = dense.doubles[dense.start + 1]!;
    return this.#memory.newest.isPast(cursor.sensorId, firstUs) && countAscending(dense) === dense.readings;
  }

  /**
   * When each reading of the request arrived first, by its place in the frame; 0 for those that are new as far as is known.
   * Rejects with QueueUnavailableError when too many requests wait already, or patience says so.
   */
  async recall({ late, indexes, readings, arrivalMs }: LateRequest): Promise<Float64Array> {
    if (this.#waiting >= waitingMax) throw new QueueUnavailableError("Too many late readings are looked up.");
    this.#onLookedUp(indexes.length);
    this.#waiting++;
    try {
      const found = await within(this.#patience.ms, this.#find(late, this.#queue.lastPosition));
      if (found === null && this.#patience.whenOver === "unavailable")
        throw new QueueUnavailableError("The store could not be asked for repeats.");
      for (const [sensorId, newestUs] of found?.newestUs ?? []) this.#memory.newest.seed(sensorId, newestUs);
      const sinceMs = arrivalMs - this.#memory.windowMs(0);
      const recalledMs = new Float64Array(readings);
      for (const [nth, index] of indexes.entries()) {
        const foundMs = found?.receivedMs[nth] ?? 0;
        if (foundMs > sinceMs) recalledMs[index] = foundMs;
      }
      return recalledMs;
    } finally {
      this.#waiting--;
    }
  }
}

function lateRequest({ readings, arrivalMs }: FrameCursor, spreadUs: number): LateRequest {
  const late = { sensorIds: [], values: [], seconds: [], micros: [], atUs: [], spreadUs };
  return { late, indexes: [], readings, arrivalMs };
}

/** Null where it takes too long, or there is nobody to ask. */
async function within(ms: number, found: Promise<FoundReadings>): Promise<FoundReadings | null> {
  const timeout = Promise.withResolvers<null>();
  const timer = setTimeout(() => timeout.resolve(null), ms);
  try {
    return await Promise.race([found.catch(() => null), timeout.promise]);
  } finally {
    clearTimeout(timer);
  }
}
