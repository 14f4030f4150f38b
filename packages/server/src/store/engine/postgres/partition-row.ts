import type { PostgresSession } from "../../../platform/postgres/open-postgres.ts";
import { type OwnedPartition, OwnershipLostError } from "../../../queue/ownership.ts";
import { type Position, UnknownPartitionError } from "../../../queue/position.ts";
import {
  type LastEntries,
  type LastEntry,
  type PartitionProgress,
  type SettledCounts,
  StalePositionError,
} from "../../partition-progress.ts";
import type { SettledBatch } from "../../settlement.ts";

/**
 * How long PostgreSQL waits for the next statement of a session that holds a partition's row. Otherwise a process that
 * was stopped in the middle of a batch would keep others from taking its partition.
 */
const silenceMaxMs = 3_000;

/**
 * Locks a partition until the transaction ends, so that nobody can take it meanwhile, and returns how far it is
 * settled. This transaction is synced even if PostgreSQL is configured to answer commits before it has synced them.
 */
export async function lockPartition(
  tx: PostgresSession,
  { partition, epoch }: OwnedPartition,
): Promise<Position> {
  const { rows } = await tx.query<{ epoch: number; sequence: number }>({
    name: "lock partition",
    text: `SELECT epoch, position AS sequence,
        set_config('synchronous_commit', CASE setting WHEN 'off' THEN 'on' ELSE setting END, true),
        set_config('idle_in_transaction_session_timeout', '${silenceMaxMs}', true)
      FROM weir_store.partitions, current_setting('synchronous_commit') AS setting
      WHERE partition = $1 FOR NO KEY UPDATE OF partitions`,
    values: [partition],
  });
  const row = rows[0];
  if (row?.epoch !== epoch)
    throw new OwnershipLostError(`Another process has taken over partition ${partition} of the queue.`);
  return { partition, sequence: row.sequence };
}

export function assertAt(position: Position, from: Position): void {
  if (position.partition !== from.partition || position.sequence !== from.sequence)
    throw new StalePositionError(`Partition ${from.partition} is not at position ${from.sequence} any more.`);
}

/** Moves the position of a locked partition, notes which entries are settled, and adds to the settled counts. */
export async function advance(
  tx: PostgresSession,
  { to, lastEntries }: Pick<SettledBatch, "to" | "lastEntries">,
  { saved, alreadyStored, ended, dead }: Readonly<SettledCounts>,
): Promise<void> {
  await tx.query({
    name: "advance partition",
    text: `UPDATE weir_store.partitions SET position = $2, saved = saved + $3,
        already_stored = already_stored + $4, ended = ended + $5, dead = dead + $6,
        last_entries = coalesce($7::jsonb, last_entries),
        last_entries_at = CASE WHEN $7::jsonb IS NULL THEN last_entries_at ELSE $2 END
      WHERE partition = $1`,
    values: [
      to.partition,
      to.sequence,
      saved,
      alreadyStored,
      ended,
      dead,
      lastEntries === null ? null : JSON.stringify(Object.fromEntries(lastEntries)),
    ],
  });
}

export async function readLastEntries(session: PostgresSession, partition: number): Promise<LastEntries> {
  const { rows } = await session.query<{ lastEntries: Record<string, LastEntry> }>(
    `SELECT last_entries AS "lastEntries" FROM weir_store.partitions
     WHERE partition = $1 AND last_entries_at = position`,
    [partition],
  );
  return new Map(Object.entries(rows[0]?.lastEntries ?? {}));
}

export async function readProgress(session: PostgresSession, partition: number): Promise<PartitionProgress> {
  const { rows } = await session.query<SettledCounts & { sequence: number }>(
    `SELECT position AS sequence, saved, already_stored AS "alreadyStored", ended, dead
     FROM weir_store.partitions WHERE partition = $1`,
    [partition],
  );
  if (rows[0] === undefined) throw new UnknownPartitionError(`There is no partition ${partition}.`);
  const { sequence, ...counts } = rows[0];
  return { position: { partition, sequence }, ...counts };
}
