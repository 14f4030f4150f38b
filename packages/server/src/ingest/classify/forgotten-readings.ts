import { QueueUnavailableError } from "../../queue/queue.ts";
import type { IngestMetrics } from "../ingest-metrics.ts";
import type { IdentityMemory } from "./identity-memory.ts";
import { noTimestamp } from "./identity-memory.ts";
import { kept, type ReadingColumns, unmatchedSensor } from "./reading-columns.ts";

/** Requests that may wait for a look into the store; each holds its body meanwhile. Past it: 503. */
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

/** Looks readings up in the store, away from the listener. */
export type FindStored = (readings: LateReadings) => Promise<FoundReadings>;

export interface ForgottenReadingsParts {
  readonly memory: IdentityMemory;
  readonly findStored: FindStored;
  readonly metrics: IngestMetrics;
  readonly toleranceMs: number;
  readonly patience?: Patience;
}

/** What was found of a request's readings: to be marked in its columns when they are filled again. */
export interface Recalled {
  mark(columns: ReadingColumns): void;
}

/**
 * Recognises repeats that the memory of duplicates has forgotten, by looking them up in the store.
 *
 * A look is needed only for a reading that may have been accepted before the memory begins: the memory must not reach
 * back over the replay window, the reading's time must lie before what the memory still knows, and it must not be
 * past the newest timestamp of its sensor. So neither current readings nor a buffer that is sent for the first time
 * cost a look. Where the store cannot be asked in time, patience says what becomes of the readings.
 */
export class ForgottenReadings {
  readonly #memory: IdentityMemory;
  readonly #find: FindStored;
  readonly #metrics: IngestMetrics;
  readonly #toleranceUs: number;
  readonly #patience: Patience;
  #waiting = 0;

  constructor({
    memory,
    findStored,
    metrics,
    toleranceMs,
    patience = devicePatience,
  }: ForgottenReadingsParts) {
    this.#memory = memory;
    this.#find = findStored;
    this.#metrics = metrics;
    this.#toleranceUs = toleranceMs * 1000;
    this.#patience = patience;
  }

  /** The rows of a request that have to be looked up; null where there are none, which is nearly always. */
  lateRows(columns: ReadingColumns, arrivalMs: number, deviceClockSeconds: number | null): number[] | null {
    const memory = this.#memory;
    if (memory.reachesBack(arrivalMs)) return null;
    const offsetUs = offsetOf(arrivalMs, deviceClockSeconds);
    const spreadUs = deviceClockSeconds === null ? 0 : correctionSpreadUs;
    const knownFromUs = memory.forgottenUntilMs * 1000 + this.#toleranceUs + spreadUs;
    let rows: number[] | null = null;
    for (let row = 0; row < columns.count; row++) {
      const seconds = columns.seconds[row]!;
      if (seconds === noTimestamp || columns.drops[row] !== kept) continue;
      const sentUs = seconds * 1e6 + columns.micros[row]!;
      const sensorId = columns.sensorIds[row]!;
      if (sentUs + offsetUs > knownFromUs || sensorId === unmatchedSensor) continue;
      if (memory.newest.isPast(sensorId, sentUs)) continue;
      rows ??= [];
      rows.push(row);
    }
    return rows;
  }

  /**
   * Copies what it needs of the columns at once. Rejects with QueueUnavailableError when too many requests wait already, or
   * patience says so.
   */
  async recall(
    columns: ReadingColumns,
    rows: readonly number[],
    arrivalMs: number,
    deviceClockSeconds: number | null,
  ): Promise<Recalled> {
    if (this.#waiting >= waitingMax) throw new QueueUnavailableError("Too many late readings are looked up.");
    const late = lateReadings(columns, rows, arrivalMs, deviceClockSeconds);
    this.#metrics.lookedUp(rows.length);
    this.#waiting++;
    try {
      const found = await within(this.#patience.ms, this.#find(late));
      if (found === null && this.#patience.whenOver === "unavailable")
        throw new QueueUnavailableError("The store could not be asked for repeats.");
      for (const [sensorId, newestUs] of found?.newestUs ?? []) this.#memory.newest.seed(sensorId, newestUs);
      return this.#recalled(late, rows, found?.receivedMs ?? [], arrivalMs);
    } finally {
      this.#waiting--;
    }
  }

  #recalled(
    { sensorIds }: LateReadings,
    rows: readonly number[],
    receivedMs: readonly number[],
    arrivalMs: number,
  ): Recalled {
    const sinceMs = arrivalMs - this.#memory.windowMs(0);
    return {
      mark(columns) {
        columns.recalledMs.fill(0, 0, columns.count);
        for (const [nth, row] of rows.entries()) {
          const foundMs = receivedMs[nth] ?? 0;
          // A sensor may have been removed or made while the store was asked.
          if (foundMs > sinceMs && columns.sensorIds[row] === sensorIds[nth]) {
            columns.recalledMs[row] = foundMs;
            columns.hasRecalled = true;
          }
        }
      },
    };
  }
}

function lateReadings(
  columns: ReadingColumns,
  rows: readonly number[],
  arrivalMs: number,
  deviceClockSeconds: number | null,
): LateReadings {
  const offsetUs = offsetOf(arrivalMs, deviceClockSeconds);
  const seconds = rows.map((row) => columns.seconds[row]!);
  const micros = rows.map((row) => columns.micros[row]!);
  return {
    ...{ seconds, micros },
    sensorIds: rows.map((row) => columns.sensorIds[row]!),
    values: rows.map((row) => columns.values[row]!),
    atUs: seconds.map((second, nth) => second * 1e6 + micros[nth]! + offsetUs),
    spreadUs: deviceClockSeconds === null ? 0 : correctionSpreadUs,
  };
}

function offsetOf(arrivalMs: number, deviceClockSeconds: number | null): number {
  return deviceClockSeconds === null ? 0 : (arrivalMs - deviceClockSeconds * 1000) * 1000;
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
