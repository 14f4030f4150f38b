import type { PostgresSession } from "../../../platform/postgres/open-postgres.ts";
import { removeRequests } from "../../activity/writer-postgres.ts";
import { SlotRows } from "../../statistics/slot-rows-postgres.ts";
import { accountSlots, refusedSlots, sensorSlots } from "../../statistics/slot-table.ts";

/** Tables whose rows name their account, with their keys. Requests and statistics are counted, so they are not listed here. */
const ofPartitions: Readonly<Record<string, string>> = {
  alarms: "id",
  dead_letters: "id",
  quarantine: "id",
  kept_rows: "subject, account_id, partition",
};
const ofAll: Readonly<Record<string, string>> = {
  outbox: "id",
  mail_days: "account_id, day",
  channel_hours: "account_id, channel, hour",
  unsaved_ends: "device_id, fate, chain_id, node_id, output",
};

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
  tx: PostgresSession,
  { accountId, partition, isLeading, max }: RemovedAccount,
): Promise<number> {
  let removed = await removeRequests(tx, partition, accountId, max);
  for (const [table, key] of Object.entries(ofPartitions))
    removed += await removeFrom(tx, table, key, ["partition = $3", [accountId, max - removed, partition]]);
  if (!isLeading) return removed;
  for (const [table, key] of Object.entries(ofAll))
    removed += await removeFrom(tx, table, key, ["true", [accountId, max - removed]]);
  for (const slots of ofAccounts) removed += await slots.remove(tx, partition, [accountId], max - removed);
  return removed;
}

/** Deletes statistics of devices, like `removeAccount`. */
export function removeDeviceStatistics(
  tx: PostgresSession,
  partition: number,
  deviceIds: readonly number[],
  max: number,
): Promise<number> {
  return ofSensors.remove(tx, partition, deviceIds, max);
}

async function removeFrom(
  tx: PostgresSession,
  table: string,
  key: string,
  [where, values]: readonly [where: string, values: readonly number[]],
): Promise<number> {
  const { rowCount } = await tx.query(
    `DELETE FROM weir_store.${table} WHERE (${key}) IN
     (SELECT ${key} FROM weir_store.${table} WHERE account_id = $1 AND ${where} LIMIT $2)`,
    values,
  );
  return rowCount ?? 0;
}
