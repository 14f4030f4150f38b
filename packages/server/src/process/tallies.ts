import type { RejectedCounts } from "@weir/protocol/drop-reasons";
import type { CountedReadings } from "../store/statistics-store.ts";
import type { OpenBatch } from "./open-batch.ts";

/** How often counts are written. A crash loses no more than this of them, and never a reading. */
const writeEveryMs = 1000;
/** Where so many sensors were counted that writing them takes a moment, it is done less often: a sensor takes 2 to 4 us. */
const manySensors = 2000;
const writeManyEveryMs = 10_000;
const mostSensors = 20_000;
const writeMostEveryMs = 30_000;

/**
 * What became of the readings of each sensor. Counting happens in memory; a batch that is undone counts nothing, and
 * what earlier batches counted is written with one of them about every second. Only sensors that were counted since
 * then take up memory.
 */
export class Tallies {
  readonly #ofBatch = new Map<number, SensorTally>();
  readonly #waiting = new Map<number, SensorTally>();
  /** Readings are often of the same sensor as the one before. */
  #last = nobody;
  #writtenMs = 0;
  #isWritten = false;

  /** Hot: once per reading that a chain has run to its end. */
  settled(sensor: CountedSensor, { isDead, isSaved }: Outcome): void {
    const tally = this.#last.sensorId === sensor.sensorId ? this.#last : this.#of(sensor);
    if (isDead) tally.dead++;
    else if (isSaved) tally.saved++;
    else tally.ended++;
  }

  /** So many readings were saved. */
  saved(sensor: CountedSensor, readings: number): void {
    this.#of(sensor).saved += readings;
  }

  /** A reading of this batch that was counted as saved was in the store already. */
  alreadyStored(sensor: CountedSensor): void {
    const tally = this.#of(sensor);
    tally.saved--;
    tally.alreadyStored++;
  }

  /** Whether something was counted and not written. */
  get isPending(): boolean {
    return this.#waiting.size > 0;
  }

  /** Puts what earlier batches counted into this batch when it is time, or when `now` is what is wanted. */
  write(batch: Pick<OpenBatch, "statistics">, nowMs: number, now: boolean): void {
    const everyMs = writtenEveryMs(this.#waiting.size);
    if (!now && nowMs - this.#writtenMs < everyMs && nowMs >= this.#writtenMs) return;
    this.#writtenMs = nowMs;
    if (this.#waiting.size === 0) return;
    batch.statistics = { counts: [...this.#waiting.values()], nowMs };
    this.#isWritten = true;
  }

  committed(): void {
    if (this.#isWritten) this.#waiting.clear();
    this.#isWritten = false;
    for (const [sensorId, tally] of this.#ofBatch) {
      const waiting = this.#waiting.get(sensorId);
      if (waiting === undefined) this.#waiting.set(sensorId, tally);
      else waiting.add(tally);
    }
    this.#clearBatch();
  }

  /** The batch was undone and will be counted when it is repeated. */
  rolledBack(): void {
    if (this.#isWritten) this.#writtenMs = 0;
    this.#isWritten = false;
    this.#clearBatch();
  }

  #of(sensor: CountedSensor): SensorTally {
    let tally = this.#ofBatch.get(sensor.sensorId);
    if (tally === undefined) {
      tally = new SensorTally(sensor);
      this.#ofBatch.set(sensor.sensorId, tally);
    }
    this.#last = tally;
    return tally;
  }

  #clearBatch(): void {
    this.#ofBatch.clear();
    this.#last = nobody;
  }
}

function writtenEveryMs(sensors: number): number {
  if (sensors <= manySensors) return writeEveryMs;
  return sensors <= mostSensors ? writeManyEveryMs : writeMostEveryMs;
}

export interface CountedSensor {
  readonly accountId: number;
  readonly deviceId: number;
  readonly sensorId: number;
}

interface Outcome {
  readonly isDead: boolean;
  readonly isSaved: boolean;
}

class SensorTally implements CountedReadings {
  readonly accountId: number;
  readonly deviceId: number;
  readonly sensorId: number;
  saved = 0;
  alreadyStored = 0;
  ended = 0;
  dead = 0;
  readonly duplicates = 0;
  readonly rejected: RejectedCounts = noneRejected;

  constructor({ accountId, deviceId, sensorId }: CountedSensor) {
    this.accountId = accountId;
    this.deviceId = deviceId;
    this.sensorId = sensorId;
  }

  /** What is taken from the queue comes to one of these ends. */
  get accepted(): number {
    return this.saved + this.alreadyStored + this.ended + this.dead;
  }

  add({ saved, alreadyStored, ended, dead }: SensorTally): void {
    this.saved += saved;
    this.alreadyStored += alreadyStored;
    this.ended += ended;
    this.dead += dead;
  }
}

const noneRejected: RejectedCounts = {};
/** No sensor has this id. */
const nobody = new SensorTally({ accountId: -1, deviceId: -1, sensorId: -1 });
