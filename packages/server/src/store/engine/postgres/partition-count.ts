/**
 * How many partitions an installation has: the number of rows in `weir_store.partitions`. A device is always in partition
 * `device id % partitions`, so the number is decided before the first reading and never changes. The schema creates the
 * most that there can be.
 */
import type { PostgresSession } from "../../../platform/postgres/open-postgres.ts";

/** For statements that need the number. */
export const partitionCount = "(SELECT count(*) FROM weir_store.partitions)";

export async function readPartitionCount(session: PostgresSession): Promise<number> {
  const { rows } = await session.query<{ partitions: number }>(`SELECT ${partitionCount} AS partitions`);
  return rows[0]!.partitions;
}

/** Gives a database that nothing was ever stored in this many partitions. Every other database keeps those it has. */
export async function choosePartitionCount(session: PostgresSession, partitions: number): Promise<void> {
  await session.query(
    `WITH surplus AS (
       SELECT partition FROM weir_store.partitions WHERE partition >= $1
         AND (SELECT id IS NULL FROM weir_store.queue_stream)
         AND NOT EXISTS (SELECT FROM weir_store.partitions WHERE epoch > 0 OR position > 0 OR saved + dead > 0)
         AND NOT EXISTS (SELECT FROM weir_store.requests)
         AND NOT EXISTS (SELECT FROM weir_store.readings)
     ), leases AS (DELETE FROM weir_store.partition_leases WHERE partition IN (SELECT partition FROM surplus))
     DELETE FROM weir_store.partitions WHERE partition IN (SELECT partition FROM surplus)`,
    [partitions],
  );
}
