import type { PostgresSession } from "../../platform/postgres/open-postgres.ts";
import { type RequestRow, requestSelectList, requestsOf } from "./record.ts";
import { writeBlocks } from "./writer-postgres.ts";

/** How many rows are moved in a transaction. */
const movedAtOnce = 1000;

/**
 * Moves some of the rows in which earlier versions kept the requests of a partition into blocks, the oldest first. Resolves to
 * whether there may be more.
 */
export async function moveRequestRows(tx: PostgresSession, partition: number): Promise<boolean> {
  const { rows } = await tx.query<RequestRow>(
    `WITH moved AS (
       DELETE FROM weir_store.requests WHERE partition = $1 AND id IN (
         SELECT id FROM weir_store.requests WHERE partition = $1 ORDER BY id LIMIT ${movedAtOnce}
       ) RETURNING id, ${requestSelectList}
     ) SELECT * FROM moved ORDER BY id`,
    [partition],
  );
  await writeBlocks(tx, partition, requestsOf(rows));
  return rows.length === movedAtOnce;
}
