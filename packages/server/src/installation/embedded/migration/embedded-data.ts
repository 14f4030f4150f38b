import type { Database, SQLQueryBindings } from "bun:sqlite";
import type { ActivityRecord } from "../../../activity/activity-record.ts";
import { moveBeforeStart } from "../../../queue/moved-position.ts";
import { onlyPartition, startOf } from "../../../queue/position.ts";
import { readLogTotals } from "../../../queue/sqlite-log/read-log-totals.ts";
import { type RequestRow, requestSelectList, requestsOf } from "../../../store/activity/record.ts";
import { readPartitions } from "../../../store/engine/sqlite/read-store-progress.ts";
import { progressOfAll } from "../../../store/partition-progress.ts";
import { decompressBlock } from "../../../store/readings/blocks/block-codec.ts";
import { type ReadingRow, toReading } from "../../../store/readings/reading-row.ts";
import { readingColumns } from "../../../store/readings/sqlite/reading-columns.ts";
import { stagedRows } from "../../../store/readings/sqlite/staged-rows.ts";
import { largeNumberColumn, type TableShape } from "../../migration/migrated-tables.ts";
import type {
  Cursor,
  MigrationData,
  Page,
  Row,
  SensorBlock,
  SensorReading,
  Totals,
  Value,
} from "../../migration/migration-data.ts";
import { cursorOf, keyIn } from "../../migration/row-cursor.ts";

const pageRows = 1000;
const pageLargeRows = 50;
const pageBlocks = 100;
const pageReadings = 8000;
const pageRequests = 5000;

/** Dead letters of the first versions do not say when they died. */
const expressions: Readonly<Record<string, string>> = {
  "dead_letters.died_ms": "coalesce(died_ms, received_us / 1000, 0)",
};

/** Tables whose ids mean nothing elsewhere. */
const ownIds = ["parked_frames"];

/**
 * The databases of a data folder. `movedBy` moves positions in the queue, so that they lie before the start of a new
 * queue.
 */
export interface EmbeddedFiles {
  readonly folder: string;
  readonly control: Database;
  readonly store: Database;
  readonly movedBy: number;
  /** Most items in a page, if fewer than usual. */
  readonly pageMax?: number;
}

/** The data of an installation on one machine. */
export class EmbeddedData implements MigrationData {
  protected readonly files: EmbeddedFiles;

  constructor(files: EmbeddedFiles) {
    this.files = files;
  }

  get title(): string {
    return `the data folder ${this.files.folder}`;
  }

  async rows(table: TableShape, after: Cursor | null): Promise<Page<Row>> {
    const { name, columns, key } = table;
    const max = this.#pageOf(table.hasLargeRows ? pageLargeRows : pageRows);
    const selected = columns.map((column) => expressionOf(name, column)).join(", ");
    const keyed = key.join(", ");
    const where = after === null ? "" : `WHERE (${keyed}) > (${key.map(() => "?").join(", ")})`;
    const found = this.files[table.part]
      .query(`SELECT ${selected} FROM ${name} ${where} ORDER BY ${keyed} LIMIT ${max}`)
      .values(...((after === null ? [] : keyIn(after)) as SQLQueryBindings[])) as Value[][];
    const next = found.length < max ? null : cursorOf(key.map((of) => found.at(-1)![columns.indexOf(of)]!));
    return { items: this.#movePositions(table, found), next };
  }

  #pageOf(usual: number): number {
    return Math.min(usual, this.files.pageMax ?? usual);
  }

  /** Changes the rows in place. */
  #movePositions({ position, columns }: TableShape, rows: Value[][]): Row[] {
    if (position === undefined) return rows;
    const place = columns.indexOf(position);
    for (const row of rows) row[place] = (row[place] as number) - this.files.movedBy;
    return rows;
  }

  /** Another engine may have to read the blocks in SQL. */
  async blocks(after: Cursor | null): Promise<Page<SensorBlock>> {
    const [sensorId, lastUs] = after === null ? [-1, 0] : (keyIn(after) as number[]);
    const max = this.#pageOf(pageBlocks);
    const items = this.files.store
      .query<SensorBlock, SQLQueryBindings[]>(
        `SELECT sensor_id AS sensorId, first_us AS firstUs, last_us AS lastUs, readings, data FROM blocks
         WHERE (sensor_id, last_us) > (?, ?) ORDER BY sensor_id, last_us LIMIT ${max}`,
      )
      .all(sensorId!, lastUs!)
      .map((block) => ({ ...block, data: decompressBlock(block.data) }));
    const last = items.at(-1);
    const isEnd = items.length < max || last === undefined;
    return { items, next: isEnd ? null : cursorOf([last.sensorId, last.lastUs]) };
  }

  /** First the filed rows, then the staged ones. */
  async readings(after: Cursor | null): Promise<Page<SensorReading>> {
    const [part, ...key] = after === null ? [-1, -1, 0, 0] : (keyIn(after) as number[]);
    if (part === -1) {
      const page = this.#filed(key);
      return page.next === null ? { ...page, next: cursorOf([0, -1, 0, 0]) } : page;
    }
    return this.#staged(part!, key);
  }

  #filed(key: readonly number[]): Page<SensorReading> {
    const max = this.#pageOf(pageReadings);
    const rows = this.files.store
      .query<ReadingRow & { sensorId: number }, SQLQueryBindings[]>(
        `SELECT sensor_id AS sensorId, ${readingColumns} FROM readings
         WHERE (sensor_id, at_us, value) > (?, ?, ?) ORDER BY sensor_id, at_us, value LIMIT ${max}`,
      )
      .all(...key);
    return pageOf(rows, max, () => -1);
  }

  #staged(part: number, key: readonly number[]): Page<SensorReading> {
    const max = this.#pageOf(pageReadings);
    const rows = this.files.store
      .query<ReadingRow & { sensorId: number; part: number }, SQLQueryBindings[]>(
        `SELECT staged_readings.part AS part, sensor_id AS sensorId, ${readingColumns} FROM ${stagedRows}
         WHERE (staged_readings.part, sensor_id, at_us, value) > (?, ?, ?, ?)
         ORDER BY staged_readings.part, sensor_id, at_us, value LIMIT ${max}`,
      )
      .all(part, ...key);
    return pageOf(rows, max, (row) => row.part);
  }

  /** By id, which is about the order in which they arrived. */
  async requests(after: Cursor | null): Promise<Page<ActivityRecord>> {
    const { store, pageMax = Number.POSITIVE_INFINITY } = this.files;
    const max = Math.min(pageMax, pageRequests);
    const rows = store
      .query<RequestRow & { id: number }, [number]>(
        `SELECT id, ${requestSelectList} FROM requests WHERE id > ? ORDER BY id LIMIT ${max}`,
      )
      .all(after === null ? -1 : (keyIn(after)[0] as number));
    const items = requestsOf(rows).map((record) => this.#moved(record));
    return { items, next: rows.length < max ? null : cursorOf([rows.at(-1)!.id]) };
  }

  #moved(record: ActivityRecord): ActivityRecord {
    const { position } = record;
    if (position === null) return record;
    return { ...record, position: moveBeforeStart(position, this.files.movedBy) };
  }

  async count(what: TableShape | "blocks" | "readings" | "requests"): Promise<number> {
    switch (what) {
      case "blocks":
        return this.#count("store", "SELECT count(*) AS items FROM blocks");
      case "readings":
        return this.#count(
          "store",
          `SELECT (SELECT count(*) FROM readings) + (SELECT count(*) FROM ${stagedRows}) AS items`,
        );
      case "requests":
        return this.#count("store", "SELECT count(*) AS items FROM requests");
      default:
        return this.#count(what.part, `SELECT count(*) AS items FROM ${what.name}`);
    }
  }

  #count(part: "control" | "store", select: string): number {
    return this.files[part].query<{ items: number }, []>(select).get()!.items;
  }

  async totals(): Promise<Totals> {
    const { control, store } = this.files;
    const { saved, alreadyStored, ended, dead } = progressOfAll(readPartitions(store));
    const receipts = store
      .query<{ beforeMs: number }, []>("SELECT forgotten_before_ms AS beforeMs FROM receipts_kept")
      .get()!;
    const lastIds: Record<string, number> = {};
    for (const db of [control, store]) {
      const found = db.query("SELECT name, seq FROM sqlite_sequence ORDER BY name").values();
      for (const [name, seq] of found as [string, number][])
        if (seq > 0 && !ownIds.includes(name)) lastIds[name] = seq;
    }
    const { counters } = readLogTotals(this.files.folder, startOf(onlyPartition));
    return {
      settled: { saved, alreadyStored, ended, dead },
      counters,
      receiptsForgottenBeforeMs: receipts.beforeMs,
      lastIds,
    };
  }
}

function expressionOf(table: string, column: string): string {
  if (column === largeNumberColumn) return `CAST(${column} AS TEXT)`;
  return expressions[`${table}.${column}`] ?? column;
}

function pageOf<Found extends ReadingRow & { readonly sensorId: number }>(
  rows: readonly Found[],
  max: number,
  partOf: (row: Found) => number,
): Page<SensorReading> {
  const last = rows.at(-1);
  const items = rows.map((row) => ({ sensorId: row.sensorId, ...toReading(row) }));
  const isEnd = rows.length < max || last === undefined;
  return { items, next: isEnd ? null : cursorOf([partOf(last), last.sensorId, last.atUs, last.value]) };
}
