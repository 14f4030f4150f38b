import type { PostgresSession } from "../../platform/postgres/open-postgres.ts";
import { int4Array, int8Array } from "./array-parameters.ts";

/** Sensors of one partition that are remembered at most; past it everything is looked up again. */
const sensorsMax = 100_000;

/**
 * How far what is stored of each sensor reaches, in rows and blocks together, so that a newer reading need not be looked up. It may
 * claim too much, never too little: whoever writes raises it, and deleting readings only brings the true end down. Merging rows
 * into blocks does not change it.
 */
export class NewestTimes {
  readonly #times = new Map<number, number>();

  /** Nothing of the sensor is stored that is later. */
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
   * Makes sure that all of these sensors are known, given the earliest time at which each is asked about. Earlier readings are in the
   * tables of earlier months, which are not opened for it, so of a sensor with nothing later only that is known.
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
