import type { Database, SQLQueryBindings, Statement } from "bun:sqlite";
import { latestReadingsOf } from "../blocks/block-readings.ts";
import { keepLater } from "../blocks/keep-later.ts";
import type { StoredBlock } from "../blocks/stored-block.ts";
import type { StoredReading } from "../reading-queries.ts";
import { type ReadingRow, toReading } from "../reading-row.ts";
import { readingColumns } from "./reading-columns.ts";
import { stagedRows } from "./staged-rows.ts";

/** Sensors looked up by one statement: enough that starting it does not matter, and few enough blocks in memory. */
const sensorsPerStatement = 500;

type OfSensor<Row> = Row & { readonly sensorId: number };

/** Finds the readings of many sensors with the latest time. */
export class LatestReadings {
  readonly #db: Database;
  readonly #rows: Statement<OfSensor<ReadingRow>, SQLQueryBindings[]>;
  readonly #staged: Statement<OfSensor<ReadingRow>, SQLQueryBindings[]>;
  readonly #blocks: Statement<OfSensor<StoredBlock>, SQLQueryBindings[]>;

  constructor(db: Database) {
    this.#db = db;
    const newestRowUs = "(SELECT max(at_us) FROM readings WHERE sensor_id = asked.value)";
    this.#rows = db.prepare(
      `SELECT sensor_id AS sensorId, ${readingColumns.replace("value", "readings.value")}
       FROM json_each(?) AS asked
       CROSS JOIN readings ON readings.sensor_id = asked.value AND readings.at_us = ${newestRowUs}`,
    );
    // Materialised, because SQLite would otherwise search for the newest time again in every part.
    this.#staged = db.prepare(
      `WITH newest AS MATERIALIZED (
         SELECT asked.value AS newestOf,
           (SELECT max(at_us) FROM ${stagedRows} WHERE sensor_id = asked.value) AS newestUs
         FROM json_each(?) AS asked
       )
       SELECT sensor_id AS sensorId, ${readingColumns}
       FROM newest CROSS JOIN ${stagedRows} AND sensor_id = newestOf AND at_us = newestUs
       WHERE first_us <= newestUs AND last_us >= newestUs`,
    );
    // A block that ends before the newest row need not be read.
    this.#blocks = db.prepare(
      `SELECT sensor_id AS sensorId, first_us AS firstUs, last_us AS lastUs, blocks.readings, data
       FROM json_each(?) AS asked
       CROSS JOIN blocks ON blocks.sensor_id = asked.value
         AND blocks.last_us = (SELECT max(last_us) FROM blocks WHERE sensor_id = asked.value)
       WHERE blocks.last_us >= coalesce(${newestRowUs}, blocks.last_us)`,
    );
  }

  of(sensorIds: readonly number[]): Map<number, StoredReading> {
    const latest = new Map<number, StoredReading>();
    // All statements must see the same rows, or a block could be skipped because of a row that was not found.
    const find = this.#db.transaction((asked: string) => this.#find(asked, latest));
    for (let start = 0; start < sensorIds.length; start += sensorsPerStatement) {
      find(JSON.stringify(sensorIds.slice(start, start + sensorsPerStatement)));
    }
    return latest;
  }

  #find(asked: string, latest: Map<number, StoredReading>): void {
    for (const row of this.#rows.all(asked)) keepLater(latest, row.sensorId, toReading(row));
    for (const row of this.#staged.all(asked)) keepLater(latest, row.sensorId, toReading(row));
    for (const block of this.#blocks.all(asked)) {
      for (const reading of latestReadingsOf(block)) keepLater(latest, block.sensorId, reading);
    }
  }
}
