import type { Database, Statement } from "bun:sqlite";

/** Sensors whose newest block is remembered; about 5 MB. */
const rememberedSensorsMax = 100_000;

/**
 * How far the blocks of each sensor reach, so that a newer reading need not be looked up in them. It may claim too much,
 * never too little: deleting blocks and rolling back only bring the true end down.
 */
export class NewestBlockEnds {
  readonly #endsUs = new Map<number, number>();
  readonly #query: Statement<{ lastUs: number }, [number]>;

  constructor(db: Database) {
    this.#query = db.prepare(
      "SELECT last_us AS lastUs FROM blocks WHERE sensor_id = ? ORDER BY last_us DESC LIMIT 1",
    );
  }

  /** No block of the sensor reaches past this time; -Infinity when it has none. */
  of(sensorId: number): number {
    const known = this.#endsUs.get(sensorId);
    if (known !== undefined) return known;
    const endUs = this.#query.get(sensorId)?.lastUs ?? Number.NEGATIVE_INFINITY;
    this.#remember(sensorId, endUs);
    return endUs;
  }

  /** A block that ends then was written. */
  raise(sensorId: number, lastUs: number): void {
    this.#remember(sensorId, Math.max(lastUs, this.of(sensorId)));
  }

  /** To be called when another process may have written blocks. */
  forget(): void {
    this.#endsUs.clear();
  }

  #remember(sensorId: number, endUs: number): void {
    if (this.#endsUs.size >= rememberedSensorsMax) this.#endsUs.clear();
    this.#endsUs.set(sensorId, endUs);
  }
}
