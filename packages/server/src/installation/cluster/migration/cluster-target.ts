import type { ActivityRecord } from "../../../activity/activity-record.ts";
import type { PostgresSession, PostgresTransaction } from "../../../platform/postgres/open-postgres.ts";
import { partitionOfDevice } from "../../../queue/position.ts";
import { writeBlocks } from "../../../store/activity/writer-postgres.ts";
import { readPartitionCount } from "../../../store/engine/postgres/partition-count.ts";
import { storableText } from "../../../store/engine/postgres/storable-text.ts";
import { insertBlocks } from "../../../store/readings/postgres/stored-blocks.ts";
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
  type Value,
} from "../../migration/migration-data.ts";
import { ClusterData, type ClusterDatabase, nameOf, parameterOf, quoted } from "./cluster-data.ts";
import { insertReadings } from "./insert-readings.ts";
import { blocksOfMonths, MonthTables } from "./month-tables.ts";
import { writeDerived } from "./write-derived.ts";

/** A statement has at most 65,535 parameters. */
const parametersMax = 30_000;

/** Columns that exist only in the database, computed from a row. */
const ownColumns: Readonly<
  Record<string, (value: ColumnReader, partitions: number) => Readonly<Record<string, Value>>>
> = {
  alarms: inPartitionOf("device_id"),
  battery_levels: inPartitionOf("device_id"),
  dead_letters: inPartitionOf("device_id"),
  quarantine: inPartitionOf("device_id"),
  // These rows do not belong to one device each. Spread evenly, no partition exceeds its limit.
  receipts: inPartitionOf("id"),
  outbox: (value) => ({ kind: kindOf(String(value("message"))) }),
};

type ColumnReader = (column: string) => Value;

/**
 * The database of a new cluster, which is being filled. The progress of the steps is in a schema of its own: see
 * migration-marker.ts.
 */
export class ClusterTarget extends ClusterData implements MigrationTarget {
  readonly #months: MonthTables;
  readonly #partitions: number;

  static async open(database: ClusterDatabase): Promise<ClusterTarget> {
    return new ClusterTarget(database, await readPartitionCount(database.postgres));
  }

  private constructor(database: ClusterDatabase, partitions: number) {
    super(database);
    this.#months = new MonthTables(database.postgres);
    this.#partitions = partitions;
  }

  async progress(step: string): Promise<StepProgress> {
    const { rows } = await this.postgres.query<StepProgress>(
      `SELECT cursor, items, is_done AS "isDone" FROM weir_migration.steps WHERE step = $1`,
      [step],
    );
    return rows[0] ?? notBegun;
  }

  async writeRows(table: TableShape, rows: readonly Row[], write: StepWrite): Promise<void> {
    const { name, columns, later = [] } = table;
    const own = ownColumns[name];
    const complete = rows.map((row) => {
      const values = row.map((value, place) => (later.includes(columns[place]!) ? null : value));
      return own === undefined
        ? values
        : [...values, ...Object.values(own(readerOf(table, row), this.#partitions))];
    });
    const extra =
      rows.length === 0 ? [] : Object.keys(own?.(readerOf(table, rows[0]!), this.#partitions) ?? {});
    await this.#commit(write, (tx) => insertRows(tx, nameOf(table), [...columns, ...extra], complete));
  }

  async writeLater(table: TableShape, rows: readonly Row[], write: StepWrite): Promise<void> {
    const { columns, key, later = [] } = table;
    await this.#commit(write, async (tx) => {
      for (const row of rows) {
        const value = readerOf(table, row);
        const assigned = later.map((column, nth) => `${quoted(column)} = $${nth + 1}`).join(", ");
        const found = key
          .map((column, nth) => `${quoted(column)} = $${later.length + nth + 1}`)
          .join(" AND ");
        if (later.some((column) => value(column) !== null))
          await tx.query(
            `UPDATE ${nameOf(table)} SET ${assigned} WHERE ${found}`,
            [...later, ...key].map((column) => row[columns.indexOf(column)]),
          );
      }
    });
  }

  async writeBlocks(blocks: readonly SensorBlock[], write: StepWrite): Promise<void> {
    const inMonths = blocks.flatMap(blocksOfMonths);
    await this.#months.createFor(inMonths.map(({ lastUs }) => lastUs));
    await this.#commit(write, async (tx) => insertBlocks(tx, inMonths));
  }

  async writeReadings(readings: readonly SensorReading[], write: StepWrite): Promise<void> {
    await this.#months.createFor(readings.map(({ atUs }) => atUs));
    await this.#commit(write, (tx) => insertReadings(tx, readings));
  }

  async writeRequests(requests: readonly ActivityRecord[], write: StepWrite): Promise<void> {
    await this.#commit(write, async (tx) => {
      const ofPartitions = Map.groupBy(requests, ({ deviceId }) =>
        partitionOfDevice(deviceId, this.#partitions),
      );
      for (const [partition, own] of ofPartitions)
        await writeBlocks(
          tx,
          partition,
          own.map((record) => placedIn(partition, record)),
        );
    });
  }

  finish(totals: Totals): Promise<void> {
    return this.postgres.transact((tx) => writeDerived(tx, totals), { isolation: "read committed" });
  }

  #commit({ step, progress }: StepWrite, work: (tx: PostgresTransaction) => Promise<void>): Promise<void> {
    const { cursor, items, isDone } = progress;
    return this.postgres.transact(
      async (tx) => {
        await work(tx);
        await tx.query({
          name: "migration step",
          text: `INSERT INTO weir_migration.steps (step, cursor, items, is_done) VALUES ($1, $2, $3, $4)
            ON CONFLICT (step) DO UPDATE SET cursor = $2, items = $3, is_done = $4`,
          values: [step, cursor, items, isDone],
        });
      },
      { isolation: "read committed" },
    );
  }
}

/** Ids stay the same, even in tables for which PostgreSQL would assign new ones. */
async function insertRows(
  tx: PostgresSession,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly unknown[])[],
): Promise<void> {
  const rowsMax = Math.floor(parametersMax / columns.length);
  const head = `INSERT INTO ${table} (${columns.map(quoted).join(", ")}) OVERRIDING SYSTEM VALUE VALUES `;
  for (let start = 0; start < rows.length; start += rowsMax) {
    const some = rows.slice(start, start + rowsMax);
    const tuples = some.map(
      (_, nth) => `(${columns.map((_column, place) => `$${nth * columns.length + place + 1}`).join(", ")})`,
    );
    await tx.query(
      head + tuples.join(", "),
      some.flatMap((row) => row.map(storable)),
    );
  }
}

function storable(value: unknown): unknown {
  if (typeof value === "string") return storableText(value);
  return value instanceof Uint8Array ? parameterOf(value) : value;
}

function readerOf({ columns }: TableShape, row: Row): ColumnReader {
  return (column) => row[columns.indexOf(column)] ?? null;
}

/** Rows that belong to no device are in the first partition. */
function inPartitionOf(idColumn: string) {
  return (value: ColumnReader, partitions: number) => ({
    partition: partitionOfDevice(Number(value(idColumn) ?? 0), partitions),
  });
}

/** The record of a request whose readings were in the queue of another installation. */
function placedIn(partition: number, record: ActivityRecord): ActivityRecord {
  const { position } = record;
  return { ...record, position: position === null ? null : { ...position, partition } };
}

/** The kind of a message that a chain sends. */
function kindOf(message: string): string {
  return (JSON.parse(message) as { kind?: string }).kind ?? "";
}
