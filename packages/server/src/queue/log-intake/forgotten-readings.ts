import type { FrameCursor } from "../frame-cursor.ts";
import { noTimestamp } from "../packed-readings.ts";
import type { Position } from "../position.ts";
import { type AppendedQueue, QueueUnavailableError } from "../queue.ts";
import { countAscending, type DenseReadings, spanOf } from "../stretch.ts";
import { type FoundReadings, type SensorSpan, spansOf, type WantedReadings } from "../wanted-readings.ts";
import type { IdentityMemory } from "./identity-memory.ts";
import type { ForgottenIdentities } from "./log-intake.ts";
import { allNew, type Recalled, recalledOf } from "./recalled.ts";

/** Requests that may wait for a look-up in the store; each holds its readings meanwhile. Past it: 503. */
const waitingMax = 64;
/** How often a request is looked up if others overtake it. Past it: 503. */
const turnsMax = 16;
/**
 * The maximum distance of two corrections of one reading: the `Date` header has whole seconds, and an offset under two
 * is not corrected.
 */
const correctionSpreadUs = 3_000_000;

/** Wanted readings that are being gathered. */
type LateReadings = {
  readonly [Column in keyof WantedReadings]: WantedReadings[Column] extends readonly number[]
    ? number[]
    : WantedReadings[Column];
};

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
export type FindStored = (readings: WantedReadings, position: Position) => Promise<FoundReadings>;

interface ForgottenReadingsParts {
  readonly memory: IdentityMemory;
  readonly queue: Pick<AppendedQueue, "barrier" | "lastPosition">;
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
  /** Repeats that the memory knows already: their indexes, and when they were accepted. */
  readonly known: (readonly [index: number, acceptedMs: number])[];
  readonly readings: number;
  readonly arrivalMs: number;
}

/**
 * Recognises repeats that the memory of duplicates has forgotten, by looking them up in the store.
 *
 * A look-up is needed only for a reading that may have been accepted before the memory begins: the memory must not
 * reach back over the replay window, the reading's time must lie before what the memory still knows, and it must not be
 * past the newest timestamp of its sensor. So neither current readings nor a buffer that is sent for the first time
 * cost a look-up. Nor do the following requests of a buffer that is sent after current readings: the first look-up also
 * finds in which stretch around it nothing is stored (`FreeStretches`). If the store cannot be asked in time, `Patience`
 * decides.
 */
export class ForgottenReadings implements ForgottenIdentities {
  readonly #memory: IdentityMemory;
  readonly #queue: Pick<AppendedQueue, "barrier" | "lastPosition">;
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

  lookUp(cursor: FrameCursor): Promise<Float64Array> | Recalled | null {
    const late = this.late(cursor);
    if (late === null || "newFrom" in late) return late;
    return this.recall(late);
  }

  /**
   * Returns the part of a request that must be looked up, what is known if nothing must be, or null if there is nothing
   * to know, which is nearly always the case. Moves the cursor.
   */
  late(cursor: FrameCursor): LateRequest | Recalled | null {
    const memory = this.#memory;
    if (memory.reachesBack(cursor.arrivalMs)) return null;
    if (cursor.isDense && this.#isAllPast(cursor)) return null;
    if (cursor.isDense && this.#isAllFree(cursor.sensorId, cursor.dense(), cursor.arrivalMs)) return allNew;
    const overlap = cursor.isDense ? this.#overlap(cursor) : null;
    if (overlap !== null) return overlap;
    const knownFromUs = memory.forgottenUntilMs * 1000 + this.#toleranceUs;
    let request: LateRequest | null = null;
    let isAllFree = true;
    while (cursor.next()) {
      const { sensorId, value, seconds, micros, atUs, arrivalMs } = cursor;
      if (seconds === noTimestamp) continue;
      const sentUs = seconds * 1e6 + micros;
      const spreadUs = sentUs === atUs ? 0 : correctionSpreadUs;
      if (atUs > knownFromUs + spreadUs || memory.newest.isPast(sensorId, sentUs)) continue;
      request ??= lateRequest(cursor, spreadUs);
      if (spreadUs !== 0 || !memory.free.covers(sensorId, sentUs, sentUs, arrivalMs)) {
        const acceptedMs = memory.durableMs(sensorId, value, seconds, micros, arrivalMs);
        if (acceptedMs > 0) {
          // Once the new readings of the request are remembered, the memory may have forgotten this one.
          request.known.push([cursor.index, acceptedMs]);
          continue;
        }
        isAllFree = false;
      }
      // Free readings are looked up with the others, because another request may send them while these wait.
      request.indexes.push(cursor.index);
      const { late } = request;
      late.sensorIds.push(sensorId);
      late.values.push(value);
      late.seconds.push(seconds);
      late.micros.push(micros);
      late.atUs.push(atUs);
    }
    if (request === null || !isAllFree) return request;
    this.#take(spansOf(request.late));
    if (request.known.length === 0) return null;
    return recalledOf(acceptedMsOf(request, null, 0));
  }

  /**
   * Returns whether all readings are later than everything their sensor has sent. If they are in order, the first one
   * decides.
   */
  #isAllPast(cursor: FrameCursor): boolean {
    const dense = cursor.dense();
    const firstUs = dense.doubles[dense.start + 1]!;
    return this.#memory.newest.isPast(cursor.sensorId, firstUs) && countAscending(dense) === dense.readings;
  }

  /**
   * Returns whether nothing of the sensor was accepted from the first to the last of these readings. They are taken out
   * of the free stretch at once, which would take longer one by one.
   */
  #isAllFree(sensorId: number, dense: DenseReadings, arrivalMs: number): boolean {
    const { free } = this.#memory;
    const { fromUs, toUs } = spanOf(dense);
    if (!free.covers(sensorId, fromUs, toUs, arrivalMs)) return false;
    free.take(sensorId, fromUs, toUs);
    return true;
  }

  /**
   * Returns what is known of a buffer that begins with readings of an earlier one which the memory has, if the rest is
   * free; otherwise null. Looking for each reading on its own takes five times as long.
   */
  #overlap(cursor: FrameCursor): Recalled | null {
    const { sensorId, arrivalMs } = cursor;
    const dense = cursor.dense();
    const acceptedMs = new Float64Array(dense.readings);
    const repeated = this.#memory.countRepeats(sensorId, dense, arrivalMs, acceptedMs);
    if (repeated === 0) return null;
    const rest = { ...dense, start: dense.start + repeated * 2, readings: dense.readings - repeated };
    const isKnown = rest.readings === 0 || this.#isAllFree(sensorId, rest, arrivalMs);
    return isKnown ? recalledOf(acceptedMs) : null;
  }

  /**
   * Resolves to when each reading of the request first arrived, by its index in the frame; 0 for readings that are new
   * as far as is known. Rejects with QueueUnavailableError when too many requests wait already, or when `Patience` says
   * so.
   */
  async recall(request: LateRequest): Promise<Float64Array> {
    const { late, indexes, arrivalMs } = request;
    if (this.#waiting >= waitingMax) throw new QueueUnavailableError("Too many late readings are looked up.");
    this.#onLookedUp(indexes.length);
    this.#waiting++;
    try {
      const spans = late.spreadUs === 0 ? spansOf(late) : [];
      const found = await within(this.#patience.ms, this.#ask(late, spans, arrivalMs));
      if (found === "overtaken")
        throw new QueueUnavailableError("Too many requests send the same late readings at once.");
      if (found === null && this.#patience.whenOver === "unavailable")
        throw new QueueUnavailableError("The store could not be asked for repeats.");
      if (found === null) this.#take(spans);
      return acceptedMsOf(request, found, arrivalMs - this.#memory.windowMs(0));
    } finally {
      this.#waiting--;
    }
  }

  /**
   * Asks the store, and keeps what its answer says about each sensor. Asks again if some of these readings were accepted
   * from another request meanwhile, because the memory may have forgotten them already.
   */
  async #ask(
    late: LateReadings,
    spans: readonly SensorSpan[],
    nowMs: number,
  ): Promise<FoundReadings | "overtaken"> {
    const { free, newest } = this.#memory;
    for (let turn = 1; turn <= turnsMax; turn++) {
      const questions = spans.map((span) => free.ask(span, newest.of(span.sensorId)));
      try {
        if (questions.length > 0) await this.#untilStorable();
        const found = await this.#find(late, this.#queue.lastPosition);
        for (const [sensorId, newestUs] of found.newestUs) newest.seed(sensorId, newestUs);
        const inStore = Map.groupBy(found.free, ({ sensorId }) => sensorId);
        for (const question of questions) free.answer(question, inStore.get(question.sensorId) ?? [], nowMs);
        if (questions.some(({ isOvertaken }) => isOvertaken)) continue;
        this.#take(spans);
        return found;
      } catch (error) {
        for (const question of questions) free.giveUp(question);
        throw error;
      }
    }
    return "overtaken";
  }

  /**
   * Resolves when everything that was accepted before is durable, so that the store has it when it answers. A request
   * whose readings were found to be new appends them in the microtasks after that, so these run first.
   */
  async #untilStorable(): Promise<void> {
    await new Promise(setImmediate);
    await this.#queue.barrier().catch(() => undefined);
  }

  /** Called before the readings are accepted, so that no other request gets the same answer. */
  #take(spans: readonly SensorSpan[]): void {
    for (const { sensorId, fromUs, toUs } of spans) this.#memory.free.take(sensorId, fromUs, toUs);
  }
}

function lateRequest({ readings, arrivalMs }: FrameCursor, spreadUs: number): LateRequest {
  const late = { sensorIds: [], values: [], seconds: [], micros: [], atUs: [], spreadUs };
  return { late, indexes: [], known: [], readings, arrivalMs };
}

/** Returns when each reading of a request was accepted; 0 if it was not, or before `sinceMs`. */
function acceptedMsOf(
  { indexes, known, readings }: LateRequest,
  found: FoundReadings | null,
  sinceMs: number,
): Float64Array {
  const accepted = new Float64Array(readings);
  for (const [nth, index] of indexes.entries()) {
    const foundMs = found?.receivedMs[nth] ?? 0;
    if (foundMs > sinceMs) accepted[index] = foundMs;
  }
  for (const [index, acceptedMs] of known) accepted[index] = acceptedMs;
  return accepted;
}

/** Resolves to null if it takes too long, or there is nobody to ask. */
async function within<Found>(ms: number, found: Promise<Found>): Promise<Found | null> {
  const timeout = Promise.withResolvers<null>();
  const timer = setTimeout(() => timeout.resolve(null), ms);
  try {
    return await Promise.race([found.catch(() => null), timeout.promise]);
  } finally {
    clearTimeout(timer);
  }
}
