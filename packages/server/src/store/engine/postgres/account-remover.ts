import type { PostgresTransaction } from "../../../platform/postgres/open-postgres.ts";
import { removeAccountRows, tablesOfAll, tablesOfPartitions } from "../../removed-rows.ts";
import { SlotRows } from "../../statistics/slot-rows-postgres.ts";
import { accountSlots, refusedSlots, sensorSlots } from "../../statistics/slot-table.ts";
import { postgresStoreDialect as dialect } from "./postgres-store-dialect.ts";
import { runWork } from "./run-work.ts";

/** The counts of what an account has in limited lists (see kept-rows.ts) go with it. */
const tablesOfOnePartition = [
  { table: "requests", key: "partition, id" },
  { table: "request_blocks", key: "partition, id" },
  ...tablesOfPartitions,
  { table: "kept_rows", key: "subject, account_id, partition" },
];

const ofSensors = new SlotRows(sensorSlots);
const ofAccounts = [accountSlots, refusedSlots].map((table) => new SlotRows(table));

interface RemovedAccount {
  readonly accountId: number;
  /** The partition whose owner deletes. Its transaction holds the partition. */
  readonly partition: number;
  /** Whether it also deletes what belongs to no partition. */
  readonly isLeading: boolean;
  readonly max: number;
}

/** Deletes what is stored of an account. Resolves to the number of rows; fewer than `max` only if none are left. */
export async function removeAccount(
  tx: PostgresTransaction,
  { accountId, partition, isLeading, max }: RemovedAccount,
): Promise<number> {
  let removed = 0;
  const remove = (tables: typeof tablesOfAll, of: { readonly partition?: number }) =>
    runWork(tx, () => removeAccountRows(dialect, tables, { accountId, max: max - removed, ...of }));
  removed += await remove(tablesOfOnePartition, { partition });
  if (!isLeading) return removed;
  removed += await remove(tablesOfAll, {});
  for (const slots of ofAccounts) removed += await slots.remove(tx, partition, [accountId], max - removed);
  return removed;
}

/** Deletes statistics of devices, like `removeAccount`. */
export function removeDeviceStatistics(
  tx: PostgresTransaction,
  partition: number,
  deviceIds: readonly number[],
  max: number,
): Promise<number> {
  return ofSensors.remove(tx, partition, deviceIds, max);
}
