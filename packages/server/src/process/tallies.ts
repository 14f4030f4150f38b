import type { RejectedCounts } from "@weir/protocol/drop-reasons";
import type { CountedReadings } from "../store/statistics/counted-readings.ts";
import type { OpenBatch } from "./open-batch.ts";

/** How often counts are written. A crash loses at most the counts of this time, and never a reading. */
const writeEveryMs = 1000;
/** With this many sensors, counts are written less often, because writing takes a moment: 2 to 4 us per sensor. */
const manySensors = 2000;
const writeManyEveryMs = 10_000;
const mostSensors = 20_000;
const writeMostEveryMs = 30_000;
/**
 * Sensors written with one batch, so that readings do not wait for the counts of a large fleet: those of 100,000
 * sensors take 0.3 s.
 */
const writtenPerBatch = 20_000;

/**
 * Counts the fates of the readings of each sensor. Counting happens in memory. A rolled-back batch counts nothing, and
 * the counts of earlier batches are written with one batch about once a second, or spread over several if there are
 * very many sensors. Only sensors with unwritten counts take up memory.
 */
export class Tallies {
  readonly #ofBatch = new Map<number, SensorTally>();
  /** Sensors with unwritten counts, those that waited longest first. */
  readonly #waiting = new Map<number, SensorTally>();
  /** How many of the waiting sensors are due to be written. */
  #due = 0;
  /** The tallies written in the open batch. */
  #written: readonly SensorTally[] = [];
  /** Consecutive readings often belong to the same sensor. */
  #last = nobody;
  #dueMs = 0;

  /** Hot: called once per reading that a chain has run to its end. */
  settled(sensor: CountedSensor, { isDead, isSaved }: Outcome): void {
    const tally = this.#last.sensorId === sensor.sensorId ? this.#last : this.#of(sensor);
    if (isDead) tally.dead++;
    else if (isSaved) tally.saved++;
    else tally.ended++;
  }

  /** Counts saved readings. */
  saved(sensor: CountedSensor, readings: number): void {
    this.#of(sensor).saved += readings;
  }

  /** Corrects a reading of this batch that was counted as saved, but was in the store already. */
  alreadyStored(sensor: CountedSensor): void {
    const tally = this.#of(sensor);
    tally.saved--;
    tally.alreadyStored++;
  }

  /** Whether there are counts that are not written. */
  get isPending(): boolean {
    return this.#waiting.size > 0;
  }

  /** Adds the counts of earlier batches to this batch if it is time, or all of them if `now` is set. */
  write(batch: Pick<OpenBatch, "statistics">, nowMs: number, now: boolean): void {
    if (now || (this.#due === 0 && this.#isTime(nowMs))) {
      this.#due = this.#waiting.size;
      this.#dueMs = nowMs;
    }
    if (this.#due === 0) return;
    const count = now ? this.#due : Math.min(this.#due, writtenPerBatch);
    this.#written = this.#longestWaiting(count);
    batch.statistics = { counts: this.#written, nowMs };
  }

  #isTime(nowMs: number): boolean {
    return nowMs - this.#dueMs >= writtenEveryMs(this.#waiting.size) || nowMs < this.#dueMs;
  }

  committed(): void {
    for (const { sensorId } of this.#written) this.#waiting.delete(sensorId);
    this.#due -= this.#written.length;
    for (const [sensorId, tally] of this.#ofBatch) {
      const waiting = this.#waiting.get(sensorId);
      if (waiting === undefined) this.#waiting.set(sensorId, tally);
      else waiting.add(tally);
    }
    this.#clearBatch();
  }

  /**
   * Called when the batch was rolled back. Its readings are counted when it is repeated, and its tallies are written
   * with the next.
   */
  rolledBack(): void {
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

  /** Loops, because `take` of the iterator costs four times as much: 0.08 us per sensor. */
  #longestWaiting(count: number): SensorTally[] {
    const tallies: SensorTally[] = [];
    for (const tally of this.#waiting.values()) {
      if (tallies.length === count) break;
      tallies.push(tally);
    }
    return tallies;
  }

  #clearBatch(): void {
    this.#written = [];
    this.#ofBatch.clear();
    this.#last = nobody;
  }
}

function writtenEveryMs(sensors: number): number {
  if (sensors <= manySensors) return writeEveryMs;
  return sensors <= mostSensors ? writeManyEveryMs : writeMostEveryMs;
}

interface CountedSensor {
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

  /** Every reading taken from the queue has one of these fates. */
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
/** Stands for no sensor; no sensor has this id. */
const nobody = new SensorTally({ accountId: -1, deviceId: -1, sensorId: -1 });
