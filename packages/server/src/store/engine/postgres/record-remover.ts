import type { PostgresSession } from "../../../platform/postgres/open-postgres.ts";
import type { RecordsOfDevices } from "../../housekeeping.ts";
import { KeptRows } from "./kept-rows.ts";

const keptLetters = new KeptRows("dead_letters");

/**
 * Deletes the records of removed devices that otherwise end by age or number. Those of a device are written by the owner of its
 * partition only. Resolves to the number of rows; fewer than `max` only if none are left.
 */
export async function removeRecords(
  tx: PostgresSession,
  partition: number,
  { deviceIds, sensorIds, max }: RecordsOfDevices,
): Promise<number> {
  const { rows: letters } = await tx.query<{ accountId: number | null }>(
    `DELETE FROM weir_store.dead_letters WHERE id IN
       (SELECT id FROM weir_store.dead_letters WHERE partition = $1 AND device_id = ANY ($2::int8[]) LIMIT $3)
     RETURNING account_id AS "accountId"`,
    [partition, deviceIds, max],
  );
  await keptLetters.went(
    tx,
    partition,
    letters.map(({ accountId }) => accountId),
  );
  let removed = letters.length;
  for (const table of ["outbox", "node_errors"]) {
    const { rowCount } = await tx.query(
      `DELETE FROM weir_store.${table} WHERE ctid = ANY (ARRAY(
         SELECT ctid FROM weir_store.${table} WHERE sensor_id = ANY ($1::int8[]) LIMIT $2))`,
      [sensorIds, max - removed],
    );
    removed += rowCount ?? 0;
  }
  return removed;
}
