import type { Database, SQLQueryBindings, Statement } from "bun:sqlite";
import { join } from "node:path";
import { openForReading } from "../../platform/open-for-reading.ts";
import type { BatteryLevel, RangeQuery, ReadingQueries, StoredReading } from "../reading-queries.ts";
import { latestReadingsOf, readingsOf } from "./block-readings.ts";
import { endOf, mergeInOrder, nextUs, type ReadingKey } from "./reading-order.ts";
import { storeFile, storeMigrations } from "./store-schema.ts";
import { StoredBlocks } from "./stored-blocks.ts";

/**
 * Rows and blocks taken from the file at a time. Between two pages no transaction is open: a reader that dawdles
 * (`weir readings | less`) would otherwise keep the write-ahead log from being moved into the file, and the queue from
 * being trimmed.
 */
const defaultPageRows = 1000;
const defaultPageBlocks = 16;

/** As text, because a device may have sent a time whose microseconds no double holds. */
const columns = `at_us AS atUs, value, received_us AS receivedUs, CAST(device_us AS TEXT) AS deviceUs, metadata`;

type ReadingRow = Omit<StoredReading, "deviceUs"> & { readonly deviceUs: string | null };

/** Reads the store's file beside the processor. Where there is no file yet, nothing was saved yet. */
export class SqliteReadingQueries implements ReadingQueries {
  readonly #statements: Statements | null;
  readonly #db: Database | null;
  readonly #pageRows: number;
  readonly #pageBlocks: number;

  constructor(dataDir: string, pageRows = defaultPageRows, pageBlocks = defaultPageBlocks) {
    this.#db = openForReading(join(dataDir, storeFile), storeMigrations);
    this.#statements = this.#db === null ? null : prepareStatements(this.#db);
    this.#pageRows = pageRows;
    this.#pageBlocks = pageBlocks;
  }

  /** In order of time, then value. A reading that is saved meanwhile is listed if its time has not been passed yet. */
  *readings(query: RangeQuery): IterableIterator<StoredReading> {
    const statements = this.#statements;
    if (statements === null) return;
    const { sensorId, fromUs = Number.MIN_SAFE_INTEGER, toUs = Number.MAX_SAFE_INTEGER } = query;
    let left = query.limit ?? Number.POSITIVE_INFINITY;
    let after = endOf(fromUs - 1);
    while (left > 0 && nextUs(after) < toUs) {
      const pageRows = Math.min(this.#pageRows, left);
      const pageBlocks = Math.min(this.#pageBlocks, left);
      const blocks = statements.blocks.endingFrom(sensorId, nextUs(after), pageBlocks);
      // What lies behind the last of these blocks may be in the next one.
      const rowsToUs = blocks.length < pageBlocks ? toUs : Math.min(toUs, blocks.at(-1)!.lastUs + 1);
      const rows = statements.page.all(sensorId, after.atUs, after.value, rowsToUs, pageRows);
      const upTo: ReadingKey = rows.length < pageRows ? endOf(rowsToUs - 1) : rows.at(-1)!;
      const inRows = rows.values().map(toReading);
      for (const reading of mergeInOrder(inRows, readingsOf(blocks, after, upTo))) {
        yield reading;
        if (--left === 0) return;
      }
      after = upTo;
    }
  }

  latest(sensorId: number): StoredReading | null {
    if (this.#statements === null) return null;
    const row = this.#statements.latest.get(sensorId);
    const block = this.#statements.blocks.newest(sensorId);
    const candidates = block === null ? [] : latestReadingsOf(block);
    if (row !== null) candidates.push(toReading(row));
    return candidates.reduce<StoredReading | null>(
      (latest, next) => (latest === null || isLater(next, latest) ? next : latest),
      null,
    );
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
  readonly blocks: StoredBlocks;
  readonly page: Statement<ReadingRow, SQLQueryBindings[]>;
  readonly latest: Statement<ReadingRow, [number]>;
  readonly lastConnected: Statement<{ lastConnectedMs: number }, [number]>;
  readonly battery: Statement<BatteryLevel, [number, number]>;
}

function prepareStatements(db: Database): Statements {
  return {
    blocks: new StoredBlocks(db),
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

/** Of several at the same time the one received last, and of those the one with the largest value. */
function isLater(left: StoredReading, right: StoredReading): boolean {
  const order = left.atUs - right.atUs || left.receivedUs - right.receivedUs || left.value - right.value;
  return order > 0;
}
