import type { FrameCursor } from "../frame-cursor.ts";
import { noTimestamp } from "../packed-readings.ts";
import type { Position } from "../position.ts";
import { type Queue, QueueUnavailableError } from "../queue.ts";
import { countAscending } from "../stretch.ts";
import type { IdentityMemory } from "./identity-memory.ts";
import type { ForgottenIdentities } from "./log-intake.ts";

/** Requests that may wait for a look-up in the store; each holds its readings meanwhile. Past it: 503. */
const waitingMax = 64;
/**
 * The maximum distance of two corrections of one reading: the `Date` header has whole seconds, and an offset under two
 * is not corrected.
 */
const correctionSpreadUs = 3_000_000;

/** Readings to find in the store, in columns. */
interface LateReadings {
  readonly sensorIds: number[];
  readonly values: number[];
  /** The time the device sent. */
  readonly seconds: number[];
  readonly micros: number[];
  /** The resulting time in the store, within `spreadUs`. */
  readonly atUs: number[];
  readonly spreadUs: number;
}

export interface FoundReadings {
  /** When each requested reading arrived, if it is stored; otherwise 0. */
  readonly receivedMs: readonly number[];
  /** The newest timestamp of each requested sensor; -1 if it has none. */
  readonly newestUs: readonly (readonly [sensorId: number, newestUs: number])[];
}

/** How long to wait for the store, and how to treat readings that were not looked up by then. */
export interface Patience {
  readonly ms: number;
  readonly whenOver: "new" | "unavailable";
}

/** A device waits: an answer is worth more than a longer search. */
const devicePatience: Patience = { ms: 2000, whenOver: "new" };
/** An import can be repeated. */
export const importPatience: Patience = { ms: 10_000, whenOver: "unavailable" };

/**
 * Looks up readings in the store, which is asynchronous. Entries of the queue up to `position` may have to be settled
 * first.
 */
export type FindStored = (readings: LateReadings, position: Position) => Promise<FoundReadings>;

interface ForgottenReadingsParts {
  readonly memory: IdentityMemory;
  readonly queue: Pick<Queue, "lastPosition">;
  readonly findStored: FindStored;
  readonly onLookedUp: (readings: number) => void;
  readonly toleranceMs: number;
  readonly patience?: Patience;
}

/** The readings of one request that must be looked up. */
interface LateRequest {
  readonly late: LateReadings;
  /** Their indexes in the frame. */
  readonly indexes: number[];
  readonly readings: number;
  readonly arrivalMs: number;
}

/**
 * Recognises repeats that the memory of duplicates has forgotten, by looking them up in the store.
 *
 * A look-up is needed only for a reading that may have been accepted before the memory begins: the memory must not
 * reach back over the replay window, the reading's time must lie before what the memory still knows, and it must not be
 * past the newest timestamp of its sensor. So neither current readings nor a buffer that is sent for the first time
 * cost a look-up. If the store cannot be asked in time, `Patience` decides.
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

  /** Returns the part of a request that must be looked up, or null, which is nearly always the case. Moves the cursor. */
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

  /**
   * Returns whether all readings are later than everything their sensor has sent. If they are in order, the first one
   * tells.
   */
  #isAllPast(cursor: FrameCursor): boolean {
    const dense = cursor.dense();
    const firstUs = dense.doubles[dense.start + 1]!;
    return this.#memory.newest.isPast(cursor.sensorId, firstUs) && countAscending(dense) === dense.readings;
  }

  /**
   * Resolves to when each reading of the request first arrived, by its index in the frame; 0 for readings that are new
   * as far as is known. Rejects with QueueUnavailableError when too many requests wait already, or when `Patience` says
   * so.
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

/** Resolves to null if it takes too long, or there is nobody to ask. */
async function within(ms: number, found: Promise<FoundReadings>): Promise<FoundReadings | null> {
  const timeout = Promise.withResolvers<null>();
  const timer = setTimeout(() => timeout.resolve(null), ms);
  try {
    return await Promise.race([found.catch(() => null), timeout.promise]);
  } finally {
    clearTimeout(timer);
  }
}
