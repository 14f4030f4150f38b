import type { ActivityRecord } from "../../../activity/activity-record.ts";
import type { Postgres } from "../../../platform/postgres/open-postgres.ts";
import { moveBeforeStart } from "../../../queue/moved-position.ts";
import { type RequestRow, requestSelectList, requestsOf } from "../../../store/activity/record.ts";
import {
  type RequestBlockRow,
  recordsOfBlock,
  requestBlockSelectList,
} from "../../../store/activity/request-blocks-postgres.ts";
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
import { readCounters } from "../cluster-count-taker.ts";
import { readClusterProgress } from "../cluster-progress.ts";

const pageRows = 1000;
const pageLargeRows = 50;
const pageBlocks = 100;
const pageReadings = 8000;
const pageRequests = 5000;

/** Counters of ids that mean nothing elsewhere. */
const ownIds = ["requests", "request_blocks", "parked_frames"];

/** The key before that of the first block of requests. */
const beforeBlocks = [-1, -1];

/**
 * The database of a cluster. `movedBy` moves positions in the queue, so that they lie before the start of a new queue.
 */
export interface ClusterDatabase {
  readonly postgres: Postgres;
  readonly movedBy: number;
  /** Most items in a page, if fewer than usual. */
  readonly pageMax?: number;
}

/** The data of a cluster, in PostgreSQL. */
export class ClusterData implements MigrationData {
  protected readonly postgres: Postgres;
  readonly #movedBy: number;
  readonly #pageMax: number;

  constructor({ postgres, movedBy, pageMax = Number.POSITIVE_INFINITY }: ClusterDatabase) {
    this.postgres = postgres;
    this.#movedBy = movedBy;
    this.#pageMax = pageMax;
  }

  get title(): string {
    return `the database ${this.postgres.address}`;
  }

  async rows(table: TableShape, after: Cursor | null): Promise<Page<Row>> {
    const { columns, key, position } = table;
    const max = Math.min(this.#pageMax, table.hasLargeRows ? pageLargeRows : pageRows);
    const selected = columns.map((column) =>
      column === largeNumberColumn ? `${column}::text` : quoted(column),
    );
    const keyed = key.map(quoted).join(", ");
    const where =
      after === null ? "" : `WHERE (${keyed}) > (${key.map((_, nth) => `$${nth + 1}`).join(", ")})`;
    const { rows } = await this.postgres.query<unknown[]>({
      rowMode: "array",
      text: `SELECT ${selected.join(", ")} FROM ${nameOf(table)} ${where} ORDER BY ${keyed} LIMIT ${max}`,
      values: after === null ? [] : keyIn(after).map(parameterOf),
    });
    const found = rows.map((row) => row.map(fromDriver));
    const next = found.length < max ? null : cursorOf(key.map((of) => found.at(-1)![columns.indexOf(of)]!));
    if (position !== undefined) {
      const place = columns.indexOf(position);
      for (const row of found) row[place] = (row[place] as number) - this.#movedBy;
    }
    return { items: found, next };
  }

  async blocks(after: Cursor | null): Promise<Page<SensorBlock>> {
    const max = Math.min(this.#pageMax, pageBlocks);
    const { rows } = await this.postgres.query<SensorBlock>({
      text: `SELECT sensor_id AS "sensorId", first_us AS "firstUs", last_us AS "lastUs", readings, data
        FROM weir_store.blocks WHERE (sensor_id, last_us) > ($1, $2) ORDER BY sensor_id, last_us LIMIT ${max}`,
      values: after === null ? [-1, 0] : keyIn(after),
    });
    const last = rows.at(-1);
    const isEnd = rows.length < max || last === undefined;
    return { items: rows, next: isEnd ? null : cursorOf([last.sensorId, last.lastUs]) };
  }

  async readings(after: Cursor | null): Promise<Page<SensorReading>> {
    const max = Math.min(this.#pageMax, pageReadings);
    const { rows } = await this.postgres.query<SensorReading & { deviceUs: string | null }>({
      text: `SELECT sensor_id AS "sensorId", at_us AS "atUs", value, received_us AS "receivedUs",
          device_us::text AS "deviceUs", metadata
        FROM weir_store.readings WHERE (sensor_id, at_us, value) > ($1, $2, $3)
        ORDER BY sensor_id, at_us, value LIMIT ${max}`,
      values: after === null ? [-1, 0, 0] : keyIn(after),
    });
    const items = rows.map((row) => ({
      ...row,
      deviceUs: row.deviceUs === null ? null : BigInt(row.deviceUs),
    }));
    const last = rows.at(-1);
    const isEnd = rows.length < max || last === undefined;
    return { items, next: isEnd ? null : cursorOf([last.sensorId, last.atUs, last.value]) };
  }

  /** Rows that were not moved into blocks yet come first. The key of a row is a number, that of a block two. */
  async requests(after: Cursor | null): Promise<Page<ActivityRecord>> {
    const [first = -1, second] = after === null ? [] : keyIn(after);
    return second === undefined ? this.#requestRows(first) : this.#requestBlocks([first, second]);
  }

  /** By id, which is about the order in which they arrived. */
  async #requestRows(after: Value): Promise<Page<ActivityRecord>> {
    const max = Math.min(this.#pageMax, pageRequests);
    const { rows } = await this.postgres.query<RequestRow & { id: number }>({
      text: `SELECT id, ${requestSelectList} FROM weir_store.requests WHERE id > $1 ORDER BY id LIMIT ${max}`,
      values: [after],
    });
    const items = requestsOf(rows).map((record) => this.#moved(record));
    return { items, next: cursorOf(rows.length < max ? beforeBlocks : [rows.at(-1)!.id]) };
  }

  async #requestBlocks(after: readonly Value[]): Promise<Page<ActivityRecord>> {
    const max = Math.min(this.#pageMax, pageBlocks);
    const { rows } = await this.postgres.query<RequestBlockRow & { partition: number; id: number }>({
      text: `SELECT partition, id, ${requestBlockSelectList} FROM weir_store.request_blocks
        WHERE (partition, id) > ($1, $2) ORDER BY partition, id LIMIT ${max}`,
      values: after,
    });
    const items = rows.flatMap(recordsOfBlock).map((record) => this.#moved(record));
    const last = rows.at(-1);
    const isEnd = rows.length < max || last === undefined;
    return { items, next: isEnd ? null : cursorOf([last.partition, last.id]) };
  }

  #moved(record: ActivityRecord): ActivityRecord {
    const { position } = record;
    return position === null ? record : { ...record, position: moveBeforeStart(position, this.#movedBy) };
  }

  async count(what: TableShape | "blocks" | "readings" | "requests"): Promise<number> {
    const table = typeof what === "string" ? `weir_store.${what}` : nameOf(what);
    const inBlocks =
      "(SELECT coalesce(sum(cardinality(device_ids)), 0)::int8 FROM weir_store.request_blocks)";
    const { rows } = await this.postgres.query<{ items: number }>(
      `SELECT count(*)${what === "requests" ? ` + ${inBlocks}` : ""} AS items FROM ${table}`,
    );
    return rows[0]!.items;
  }

  async totals(): Promise<Totals> {
    const { saved, alreadyStored, ended, dead } = await readClusterProgress(this.postgres);
    const { rows } = await this.postgres.query<{ beforeMs: number; alarm: number; letter: number }>(
      `SELECT (SELECT coalesce(max(forgotten_before_ms), 0) FROM weir_store.receipts_kept) AS "beforeMs",
         (SELECT coalesce(max(alarm), 0) FROM weir_store.given_ids) AS alarm,
         (SELECT coalesce(max(dead_letter), 0) FROM weir_store.given_ids) AS letter`,
    );
    const { beforeMs, alarm, letter } = rows[0]!;
    const lastIds = Object.entries({ ...(await this.#sequences()), alarms: alarm, dead_letters: letter });
    return {
      settled: { saved, alreadyStored, ended, dead },
      counters: await readCounters(this.postgres),
      receiptsForgottenBeforeMs: beforeMs,
      lastIds: Object.fromEntries(lastIds.filter(([name, id]) => id > 0 && !ownIds.includes(name))),
    };
  }

  /** The last ids that PostgreSQL assigned, by table. */
  async #sequences(): Promise<Record<string, number>> {
    const { rows } = await this.postgres.query<{ name: string; id: number | null }>(
      `SELECT sequencename AS name, last_value AS id FROM pg_sequences
       WHERE schemaname IN ('weir_control', 'weir_store')`,
    );
    return Object.fromEntries(rows.map(({ name, id }) => [name.replace(/_id_seq$/, ""), id ?? 0]));
  }
}

export function nameOf({ part, name }: TableShape): string {
  return `weir_${part}.${name}`;
}

/** Some names, such as "key" and "before", are words of SQL. */
export function quoted(column: string): string {
  return `"${column}"`;
}

/** The driver accepts bytes only as a Buffer. */
export function parameterOf(value: Value): unknown {
  return value instanceof Uint8Array ? Buffer.from(value) : value;
}

function fromDriver(value: unknown): Value {
  return typeof value === "boolean" ? Number(value) : (value as Value);
}
