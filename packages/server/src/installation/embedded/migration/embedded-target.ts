import type { Database, SQLQueryBindings } from "bun:sqlite";
import { join } from "node:path";
import type { ActivityRecord } from "../../../activity/activity-record.ts";
import { migrate, openDatabase } from "../../../platform/sqlite/open-database.ts";
import { onlyPartition } from "../../../queue/position.ts";
import { logFile, logMigrations } from "../../../queue/sqlite-log/log-schema.ts";
import { SqliteActivityStore } from "../../../store/activity/store-sqlite.ts";
import { daySumsOf } from "../../../store/readings/blocks/day-sums.ts";
import { insertDaySums } from "../../../store/readings/sqlite/block-days.ts";
import type { TableShape } from "../../migration/migrated-tables.ts";
import {
  type MigrationTarget,
  notBegun,
  type Row,
  type SensorBlock,
  type SensorReading,
  type StepProgress,
  type StepWrite,
  type Totals,
} from "../../migration/migration-data.ts";
import { EmbeddedData, type EmbeddedFiles } from "./embedded-data.ts";

const stepsTable = `CREATE TABLE IF NOT EXISTS migration_steps (
  step TEXT PRIMARY KEY,
  progress TEXT NOT NULL
) STRICT`;

/**
 * A new installation on one machine, which is being filled. Each file keeps the progress of its own steps, so that a
 * transaction covers the rows and their progress. References between rows are checked at the end.
 */
export class EmbeddedTarget extends EmbeddedData implements MigrationTarget {
  readonly #activity: SqliteActivityStore;

  constructor(files: EmbeddedFiles) {
    super(files);
    for (const db of [files.control, files.store]) {
      db.run("PRAGMA foreign_keys = OFF");
      db.run(stepsTable);
    }
    this.#activity = new SqliteActivityStore(files.store);
  }

  async progress(step: string): Promise<StepProgress> {
    for (const db of [this.files.control, this.files.store]) {
      const row = db
        .query<{ progress: string }, [string]>("SELECT progress FROM migration_steps WHERE step = ?")
        .get(step);
      if (row !== null) return JSON.parse(row.progress) as StepProgress;
    }
    return notBegun;
  }

  async writeRows(table: TableShape, rows: readonly Row[], write: StepWrite): Promise<void> {
    const { name, columns, later = [] } = table;
    const db = this.files[table.part];
    const insert = db.query(
      `INSERT INTO ${name} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`,
    );
    this.#commit(db, write, () => {
      for (const row of rows)
        insert.run(
          ...(row.map((value, place) =>
            later.includes(columns[place]!) ? null : value,
          ) as SQLQueryBindings[]),
        );
    });
  }

  async writeLater(table: TableShape, rows: readonly Row[], write: StepWrite): Promise<void> {
    const { name, columns, key, later = [] } = table;
    const db = this.files[table.part];
    const assigned = later.map((column) => `${column} = ?`).join(", ");
    const update = db.query(
      `UPDATE ${name} SET ${assigned} WHERE ${key.map((column) => `${column} = ?`).join(" AND ")}`,
    );
    this.#commit(db, write, () => {
      for (const row of rows)
        update.run(
          ...([...later, ...key].map((column) => row[columns.indexOf(column)]!) as SQLQueryBindings[]),
        );
    });
  }

  async writeBlocks(blocks: readonly SensorBlock[], write: StepWrite): Promise<void> {
    const { store } = this.files;
    const insert = store.query(
      "INSERT INTO blocks (sensor_id, first_us, last_us, readings, data) VALUES (?, ?, ?, ?, ?)",
    );
    const insertDays = store.query(insertDaySums);
    this.#commit(store, write, () => {
      for (const { sensorId, firstUs, lastUs, readings, data } of blocks) {
        insert.run(sensorId, firstUs, lastUs, readings, data);
        const daySums = daySumsOf(data);
        if (daySums.length > 0) insertDays.run(sensorId, lastUs, daySums);
      }
    });
  }

  async writeReadings(readings: readonly SensorReading[], write: StepWrite): Promise<void> {
    const { store } = this.files;
    const insert = store.query(
      "INSERT INTO readings (sensor_id, at_us, value, received_us, device_us, metadata) VALUES (?, ?, ?, ?, ?, ?)",
    );
    this.#commit(store, write, () => {
      for (const { sensorId, atUs, value, receivedUs, deviceUs, metadata } of readings)
        insert.run(sensorId, atUs, value, receivedUs, deviceUs, metadata);
    });
  }

  async writeRequests(requests: readonly ActivityRecord[], write: StepWrite): Promise<void> {
    const here = requests.map((record) =>
      record.position === null
        ? record
        : { ...record, position: { ...record.position, partition: onlyPartition } },
    );
    this.#commit(this.files.store, write, () => this.#activity.add(here));
  }

  async finish(totals: Totals): Promise<void> {
    const { control, store, folder } = this.files;
    const broken = control.query("PRAGMA foreign_key_check").all();
    if (broken.length > 0) throw new Error(`${broken.length} rows of the copy refer to nothing.`);
    const { saved, alreadyStored, ended, dead } = totals.settled;
    const settled = saved + alreadyStored + ended + dead;
    const position = beginLog(folder, settled, totals.counters);
    store.transaction(() => {
      store
        .query(
          `UPDATE partitions SET position = ?, saved = ?, already_stored = ?, ended = ?, dead = ? WHERE partition = ${onlyPartition}`,
        )
        .run(position, saved, alreadyStored, ended, dead);
      store
        .query(
          `UPDATE receipts_kept SET forgotten_before_ms = ?, bytes = (SELECT coalesce(sum(bytes), 0) FROM receipts)`,
        )
        .run(totals.receiptsForgottenBeforeMs);
      store.run("DELETE FROM statistics_sizes");
      for (const name of ["sensor_statistics", "account_statistics", "refused_requests"])
        store.run(
          `INSERT INTO statistics_sizes (table_name, unit_s, rows)
           SELECT '${name}', unit_s, count(*) FROM ${name} GROUP BY unit_s`,
        );
      setLastIds(store, totals.lastIds);
    })();
    control.transaction(() => setLastIds(control, totals.lastIds))();
  }

  /** Removes the tables that only the copy needed, and makes sure that everything is on disk. */
  close(): void {
    for (const db of [this.files.control, this.files.store]) {
      db.run("DROP TABLE migration_steps");
      db.run("PRAGMA wal_checkpoint(TRUNCATE)");
      db.close();
    }
  }

  #commit(db: Database, { step, progress }: StepWrite, work: () => void): void {
    db.transaction(() => {
      work();
      db.query("INSERT OR REPLACE INTO migration_steps (step, progress) VALUES (?, ?)").run(
        step,
        JSON.stringify(progress),
      );
    }).immediate();
  }
}

/**
 * A new log begins with an entry without readings. It carries the number of readings that were accepted so far. It also
 * tells ingest that there were entries before, so that repeats of older readings are looked up in the store. The log
 * continues the counters. Returns the position of the entry.
 */
function beginLog(folder: string, accepted: number, counters: Totals["counters"]): number {
  const position = 1;
  const log = openDatabase(join(folder, logFile), { synchronous: "full", shrinks: true });
  try {
    migrate(log, logFile, logMigrations);
    log
      .query(
        `INSERT OR REPLACE INTO entries (position, readings, accepted_total, appended_ms, data) VALUES (?, 0, ?, ?, x'')`,
      )
      .run(position, accepted, Date.now());
    log.run("DELETE FROM counters");
    for (const [name, total] of Object.entries(counters))
      log.query("INSERT INTO counters (name, total) VALUES (?, ?)").run(name, total);
    return position;
  } finally {
    log.close();
  }
}

/** For the tables of this file that count ids. */
function setLastIds(db: Database, lastIds: Totals["lastIds"]): void {
  const tables = db
    .query("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%AUTOINCREMENT%'")
    .values() as [string][];
  for (const [name] of tables) {
    const last = lastIds[name];
    if (last === undefined) continue;
    db.query("DELETE FROM sqlite_sequence WHERE name = ?").run(name);
    db.query("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)").run(name, last);
  }
}
