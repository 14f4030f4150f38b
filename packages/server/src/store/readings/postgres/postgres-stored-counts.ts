import type { StoreDatabase } from "../../engine/postgres/store-database.ts";
import type { StoredCounts } from "../stored-counts.ts";

/** Counts rows, and adds the number of readings that each block states. */
export class PostgresStoredCounts implements StoredCounts {
  readonly #database: StoreDatabase;

  constructor(database: StoreDatabase) {
    this.#database = database;
  }

  async of(sensorId: number): Promise<number> {
    const { rows } = await this.#database.query<{ readings: number }>(
      `SELECT (SELECT count(*) FROM weir_store.readings WHERE sensor_id = $1)
         + (SELECT coalesce(sum(readings), 0) FROM weir_store.blocks WHERE sensor_id = $1) AS readings`,
      [sensorId],
    );
    return rows[0]!.readings;
  }
}
