import type { Database, SQLQueryBindings, Statement } from "bun:sqlite";
import { join } from "node:path";
import { openForReading } from "../../platform/open-for-reading.ts";
import type { BatteryLevel, RangeQuery, ReadingQueries, StoredReading } from "../reading-queries.ts";
import { storeFile, storeMigrations } from "./store-schema.ts";

/**
 * Rows taken from the file at a time. Between two pages no transaction is open: a reader that dawdles (`weir readings
 * | less`) would otherwise keep the write-ahead log from being moved into the file, and the queue from being trimmed.
 */
const defaultPageRows = 1000;

/** As text, because a device may have sent a time whose microseconds no double holds. */
const columns = `at_us AS atUs, value, received_us AS receivedUs, CAST(device_us AS TEXT) AS deviceUs, metadata`;

type ReadingRow = Omit<StoredReading, "deviceUs"> & { readonly deviceUs: string | null };

/** Reads the store's file beside the processor. Where there is no file yet, nothing was saved yet. */
export class SqliteReadingQueries implements ReadingQueries {
  readonly #statements: Statements | null;
  readonly #db: Database | null;
  readonly #pageRows: number;

  constructor(dataDir: string, pageRows = defaultPageRows) {
    this.#db = openForReading(join(dataDir, storeFile), storeMigrations);
    this.#statements = this.#db === null ? null : prepareStatements(this.#db);
    this.#pageRows = pageRows;
  }

  /** In order of time, then value. A reading that is saved meanwhile is listed if its time has not been passed yet. */
  *readings(query: RangeQuery): IterableIterator<StoredReading> {
    if (this.#statements === null) return;
    const { sensorId, fromUs = Number.MIN_SAFE_INTEGER, toUs = Number.MAX_SAFE_INTEGER } = query;
    let left = query.limit ?? Number.POSITIVE_INFINITY;
    let afterAtUs = fromUs;
    let afterValue = Number.NEGATIVE_INFINITY;
    while (left > 0) {
      const pageRows = Math.min(this.#pageRows, left);
      const rows = this.#statements.page.all(sensorId, afterAtUs, afterValue, toUs, pageRows);
      for (const row of rows) yield toReading(row);
      const last = rows.at(-1);
      if (last === undefined || rows.length < pageRows) return;
      left -= rows.length;
      afterAtUs = last.atUs;
      afterValue = last.value;
    }
  }

  latest(sensorId: number): StoredReading | null {
    const row = this.#statements?.latest.get(sensorId) ?? null;
    return row === null ? null : toReading(row);
  }

  lastConnectedMs(deviceId: number): number | null {
    return this.#statements?.lastConnected.get(deviceId)?.lastConnectedMs ?? null;
  }

  batteryHistory(deviceId: number, limit: number): BatteryLevel[] {
    return this.#statements?.battery.all(deviceId, limit) ?? [];
  }

  close(): void {
    this.#db?.close();
  }
}

interface Statements {
  readonly page: Statement<ReadingRow, SQLQueryBindings[]>;
  readonly latest: Statement<ReadingRow, [number]>;
  readonly lastConnected: Statement<{ lastConnectedMs: number }, [number]>;
  readonly battery: Statement<BatteryLevel, [number, number]>;
}

function prepareStatements(db: Database): Statements {
  return {
    page: db.prepare(
      `SELECT ${columns} FROM readings
       WHERE sensor_id = ?1 AND (at_us, value) > (?2, ?3) AND at_us < ?4
       ORDER BY at_us, value LIMIT ?5`,
    ),
    latest: db.prepare(
      `SELECT ${columns} FROM readings
       WHERE sensor_id = ?1 AND at_us = (SELECT max(at_us) FROM readings WHERE sensor_id = ?1)
       ORDER BY received_us DESC, value DESC LIMIT 1`,
    ),
    lastConnected: db.prepare(
      "SELECT last_connected_ms AS lastConnectedMs FROM connections WHERE device_id = ?",
    ),
    battery: db.prepare(
      `SELECT received_us AS receivedUs, volts FROM battery_levels
       WHERE device_id = ? ORDER BY received_us DESC LIMIT ?`,
    ),
  };
}

function toReading({ deviceUs, ...row }: ReadingRow): StoredReading {
  return { ...row, deviceUs: deviceUs === null ? null : BigInt(deviceUs) };
}
