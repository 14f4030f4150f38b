import type { Database, Statement } from "bun:sqlite";
import type { RecordsOfDevices } from "../../housekeeping.ts";

/** Deletes the records of removed devices that otherwise end by age or number. */
export class RecordRemover {
  readonly #letters: Statement;
  readonly #ofSensors: readonly Statement[];

  constructor(db: Database) {
    const removal = (table: string, key: string, column: string) =>
      db.prepare(
        `DELETE FROM ${table} WHERE (${key}) IN (
           SELECT ${key} FROM ${table} WHERE ${column} IN (SELECT value FROM json_each(?)) LIMIT ?)`,
      );
    this.#letters = removal("dead_letters", "id", "device_id");
    this.#ofSensors = [
      removal("outbox", "id", "sensor_id"),
      removal("node_errors", "chain_id, node_id", "sensor_id"),
    ];
  }

  /** Returns the number of deleted rows; fewer than `max` only if none are left. */
  remove({ deviceIds, sensorIds, max }: RecordsOfDevices): number {
    let removed = this.#letters.run(JSON.stringify(deviceIds), max).changes;
    const sensors = JSON.stringify(sensorIds);
    for (const removal of this.#ofSensors) removed += removal.run(sensors, max - removed).changes;
    return removed;
  }
}
