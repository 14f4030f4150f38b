import type { ActivityRecord } from "../../activity/activity-record.ts";
import { onlyPartition } from "../../queue/position.ts";
import type { StoreDatabase } from "../engine/postgres/store-database.ts";
import { requestRow } from "./record.ts";

/** For tests: writes requests in rows, as versions before blocks did on PostgreSQL. */
export async function writeRequestRows(
  database: StoreDatabase,
  records: readonly ActivityRecord[],
  partition = onlyPartition,
): Promise<void> {
  for (const record of records) {
    const { accountId, deviceId, arrivalMs, requestId, accepted } = record;
    const { isTroubled, reasons, bytes, line } = requestRow(record);
    await database.query(
      `INSERT INTO weir_store.requests
         (partition, account_id, device_id, arrival_ms, request_id, accepted, is_troubled, reasons, bytes, line)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [partition, accountId, deviceId, arrivalMs, requestId, accepted, isTroubled, reasons, bytes, line],
    );
  }
}
