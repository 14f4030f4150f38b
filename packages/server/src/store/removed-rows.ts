import { sql } from "kysely";
import { RowFilter } from "./engine/row-filter.ts";
import type { StoreDialect } from "./engine/store-dialect.ts";
import { rowsOf, type Work } from "./engine/store-writer.ts";
import type { RecordsOfDevices } from "./housekeeping.ts";

/** A table whose rows can be deleted a portion at a time. */
interface KeyedTable {
  readonly table: string;
  /** The columns of its key. */
  readonly key: string;
}

/**
 * Tables whose rows name their account and belong to a partition, on an engine with several. Requests and statistics are counted
 * or lie in other tables on one of the engines, and parked readings are settled, so they are not listed here.
 */
export const tablesOfPartitions: readonly KeyedTable[] = [
  { table: "alarms", key: "id" },
  { table: "dead_letters", key: "id" },
  { table: "quarantine", key: "id" },
];

/** Tables whose rows name their account and belong to no partition. */
export const tablesOfAll: readonly KeyedTable[] = [
  { table: "outbox", key: "id" },
  { table: "mail_days", key: "account_id, day" },
  { table: "channel_hours", key: "account_id, channel, hour" },
  { table: "unsaved_ends", key: "device_id, fate, chain_id, node_id, output" },
];

/** Tables whose rows name a sensor and otherwise end by age or number. */
const tablesNamingSensors: readonly KeyedTable[] = [
  { table: "outbox", key: "id" },
  { table: "node_errors", key: "chain_id, node_id" },
];

interface RowsOfAccount {
  readonly accountId: number;
  /** Left out where rows of all partitions are deleted. */
  readonly partition?: number;
  readonly max: number;
}

/** Deletes rows of an account in these tables, and returns how many; fewer than `max` only if none are left. */
export function* removeAccountRows(
  dialect: StoreDialect,
  tables: readonly KeyedTable[],
  { accountId, partition, max }: RowsOfAccount,
): Work<number> {
  let removed = 0;
  for (const table of tables) {
    const ofAccount = new RowFilter(dialect, accountId).equals("partition", partition);
    removed += (yield* removeRows(dialect, table, ofAccount, max - removed)).length;
  }
  return removed;
}

interface RemovedRecords {
  readonly removed: number;
  /** The account of each dead letter among them. */
  readonly accountsOfLetters: readonly (number | null)[];
}

/** Deletes the records of removed devices that otherwise end by age or number; fewer than `max` only if none are left. */
export function* removeDeviceRecords(
  dialect: StoreDialect,
  { deviceIds, sensorIds, max }: RecordsOfDevices,
  partition?: number,
): Work<RemovedRecords> {
  const letterTable = { table: "dead_letters", key: "id", returned: 'account_id AS "accountId"' };
  const ofDevices = new RowFilter(dialect, null).equals("partition", partition).among("device_id", deviceIds);
  const letters = yield* removeRows<{ accountId: number | null }>(dialect, letterTable, ofDevices, max);
  let removed = letters.length;
  for (const table of tablesNamingSensors) {
    const ofSensors = new RowFilter(dialect, null).among("sensor_id", sensorIds);
    removed += (yield* removeRows(dialect, table, ofSensors, max - removed)).length;
  }
  return { removed, accountsOfLetters: letters.map(({ accountId }) => accountId) };
}

function* removeRows<Row>(
  dialect: StoreDialect,
  { table, key, returned = "1 AS gone" }: KeyedTable & { readonly returned?: string },
  { where }: RowFilter,
  max: number,
): Work<Row[]> {
  const rows = dialect.table(table);
  const columns = sql.raw(key);
  return yield* rowsOf(sql<Row>`
    DELETE FROM ${rows} WHERE (${columns}) IN (SELECT ${columns} FROM ${rows} ${where} LIMIT ${max})
    RETURNING ${sql.raw(returned)}`);
}
