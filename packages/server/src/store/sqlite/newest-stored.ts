import type { Database, Statement } from "bun:sqlite";

/** Sensors whose newest times are remembered; about 10 MB. */
const rememberedSensorsMax = 100_000;

/** Up to which time something of a sensor may be stored; -Infinity where there is nothing. Whoever writes raises them. */
export interface NewestTimes {
  /** No block reaches past this time. */
  blocksEndUs: number;
  /** Neither a block nor a row does. */
  newestUs: number;
}

/**
 * How far what is stored of each sensor reaches, so that a newer reading need not be looked up. It may claim too much,
 * never too little: deleting readings and rolling back only bring the true end down.
 */
export class NewestStored {
  readonly #times = new Map<number, NewestTimes>();
  readonly #block: Statement<{ lastUs: number }, [number]>;
  readonly #row: Statement<{ atUs: number }, [number]>;

  constructor(db: Database) {
    this.#block = db.prepare(
      "SELECT last_us AS lastUs FROM blocks WHERE sensor_id = ? ORDER BY last_us DESC LIMIT 1",
    );
    this.#row = db.prepare(
      "SELECT at_us AS atUs FROM readings WHERE sensor_id = ? ORDER BY at_us DESC LIMIT 1",
    );
  }

  of(sensorId: number): NewestTimes {
    const known = this.#times.get(sensorId);
    if (known !== undefined) return known;
    const blocksEndUs = this.#block.get(sensorId)?.lastUs ?? Number.NEGATIVE_INFINITY;
    const newestRowUs = this.#row.get(sensorId)?.atUs ?? Number.NEGATIVE_INFINITY;
    const times = { blocksEndUs, newestUs: Math.max(blocksEndUs, newestRowUs) };
    if (this.#times.size >= rememberedSensorsMax) this.#times.clear();
    this.#times.set(sensorId, times);
    return times;
  }

  /** To be called when another process may have written. */
  forget(): void {
    this.#times.clear();
  }
}
