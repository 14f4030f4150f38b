import type { PostgresSession } from "../../../platform/postgres/open-postgres.ts";
import type { Totals } from "../../migration/migration-data.ts";

const statistics = ["sensor_statistics", "account_statistics", "refused_requests"];

/**
 * Writes everything that follows from the copied rows, and where ids continue. All of it is written again each time.
 */
export async function writeDerived(tx: PostgresSession, totals: Totals): Promise<void> {
  // This commit puts all earlier commits on disk, even if the server usually does not wait for the disk.
  await tx.query("SET LOCAL synchronous_commit = on");
  const { saved, alreadyStored, ended, dead } = totals.settled;
  await tx.query(
    `UPDATE weir_store.partitions SET saved = $1, already_stored = $2, ended = $3, dead = $4 WHERE partition = 0`,
    [saved, alreadyStored, ended, dead],
  );
  await tx.query("DELETE FROM weir_store.counters");
  await tx.query(
    "INSERT INTO weir_store.counters (name, total) SELECT * FROM unnest($1::text[], $2::int8[])",
    [Object.keys(totals.counters), Object.values(totals.counters)],
  );
  await tx.query(`
    DELETE FROM weir_store.kept_rows;
    INSERT INTO weir_store.kept_rows (subject, account_id, partition, rows)
      SELECT 'dead_letters', coalesce(account_id, -1), partition, count(*) FROM weir_store.dead_letters GROUP BY 2, 3;
    INSERT INTO weir_store.kept_rows (subject, account_id, partition, rows)
      SELECT 'quarantine', account_id, partition, count(*) FROM weir_store.quarantine GROUP BY 2, 3;
    DELETE FROM weir_store.statistics_sizes;
    ${statistics
      .map(
        (name) => `INSERT INTO weir_store.statistics_sizes (table_name, unit_s, partition, rows)
          SELECT '${name}', unit_s, 0, count(*) FROM weir_store.${name} GROUP BY 2;`,
      )
      .join("\n")}
    DELETE FROM weir_store.receipts_kept`);
  await tx.query(
    `INSERT INTO weir_store.receipts_kept (partition, bytes, forgotten_before_ms)
     SELECT partition, coalesce((SELECT sum(bytes) FROM weir_store.receipts WHERE receipts.partition = partitions.partition), 0), $1
     FROM weir_store.partitions`,
    [totals.receiptsForgottenBeforeMs],
  );
  await continueIds(tx, totals.lastIds);
}

/** Each partition assigns its own ids of alarms and dead letters. All of them are higher than any copied id. */
async function continueIds(tx: PostgresSession, lastIds: Totals["lastIds"]): Promise<void> {
  await tx.query(
    `INSERT INTO weir_store.given_ids (partition, alarm, dead_letter)
     SELECT partition, $1, $2 FROM weir_store.partitions
     ON CONFLICT (partition) DO UPDATE SET alarm = excluded.alarm, dead_letter = excluded.dead_letter`,
    [lastIds.alarms ?? 0, lastIds.dead_letters ?? 0],
  );
  const { rows } = await tx.query<{ schema: string; name: string }>(
    `SELECT schemaname AS schema, sequencename AS name FROM pg_sequences
     WHERE schemaname IN ('weir_control', 'weir_store')`,
  );
  for (const { schema, name } of rows) {
    const last = lastIds[name.replace(/_id_seq$/, "")];
    if (last !== undefined) await tx.query("SELECT setval($1::regclass, $2)", [`${schema}.${name}`, last]);
  }
}
