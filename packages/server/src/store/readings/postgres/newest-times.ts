import type { PostgresSession } from "../../../platform/postgres/open-postgres.ts";
import { int4Array, int8Array } from "./array-parameters.ts";

/** Maximum number of sensors that are remembered per partition. Past it, everything is looked up again. */
const sensorsMax = 400_000;

/**
 * Remembers the newest stored time of each sensor, in rows and blocks together, so that a newer reading need not be
 * looked up. The time may be too late but never too early: every write raises it, and deleting readings only lowers the
 * true time. Merging rows into blocks does not change it.
 */
export class NewestTimes {
  readonly #times = new Map<number, number>();

  /** Returns a time after which nothing of the sensor is stored. */
  of(sensorId: number): number {
    return this.#times.get(sensorId)!;
  }

  raise(sensorId: number, us: number): void {
    if (us > this.of(sensorId)) this.#times.set(sensorId, us);
  }

  forget(): void {
    this.#times.clear();
  }

  /**
   * Makes sure that the times of these sensors are known, given the earliest time of interest for each. Tables of
   * earlier months are not opened, so for a sensor without later readings only that fact is known.
   */
  async load(tx: PostgresSession, askedUs: ReadonlyMap<number, number>): Promise<void> {
    const isKnown = (sensorId: number) => this.#times.has(sensorId);
    let unknown = [...askedUs].filter(([sensorId]) => !isKnown(sensorId));
    if (this.#times.size + unknown.length > sensorsMax) {
      this.forget();
      unknown = [...askedUs];
    }
    if (unknown.length === 0) return;
    const { rows } = await tx.query<{ sensorId: number; newestUs: number | null }>({
      name: "newest times",
      text: `SELECT sensor_id AS "sensorId", greatest(
          (SELECT max(at_us) FROM weir_store.readings WHERE sensor_id = asked.sensor_id AND at_us >= asked.from_us),
          (SELECT max(last_us) FROM weir_store.blocks WHERE sensor_id = asked.sensor_id AND last_us >= asked.from_us)
        ) AS "newestUs"
        FROM unnest($1::int4[], $2::int8[]) AS asked (sensor_id, from_us)`,
      values: [int4Array(unknown.map(([sensorId]) => sensorId)), int8Array(unknown.map(([, us]) => us))],
    });
    for (const { sensorId, newestUs } of rows)
      this.#times.set(sensorId, newestUs ?? askedUs.get(sensorId)! - 1);
  }
}
