import type { PostgresSession } from "../../../platform/postgres/open-postgres.ts";
import type { RecordsOfDevices } from "../../housekeeping.ts";
import { removeDeviceRecords } from "../../removed-rows.ts";
import { KeptRows } from "./kept-rows.ts";
import { postgresStoreDialect as dialect } from "./postgres-store-dialect.ts";
import { runWork } from "./run-work.ts";

const keptLetters = new KeptRows("dead_letters");

/**
 * Deletes records of removed devices. Those of a device are written by the owner of its partition only. Resolves to the number of
 * rows; fewer than `max` only if none are left.
 */
export async function removeRecords(
  tx: PostgresSession,
  partition: number,
  records: RecordsOfDevices,
): Promise<number> {
  const done = await runWork(tx, () => removeDeviceRecords(dialect, records, partition));
  await keptLetters.went(tx, partition, done.accountsOfLetters);
  return done.removed;
}
