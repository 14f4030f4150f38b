import type { PostgresSession, PostgresTransaction } from "../../../platform/postgres/open-postgres.ts";
import { type OwnedPartition, OwnershipLostError } from "../../../queue/ownership.ts";
import { type Position, UnknownPartitionError } from "../../../queue/position.ts";
import {
  type LastEntries,
  type LastEntry,
  type PartitionProgress,
  type SettledCounts,
  StalePositionError,
} from "../../partition-progress.ts";
import { int2Array } from "../../readings/postgres/array-parameters.ts";
import type { SettledBatch } from "../../settlement.ts";

/**
 * How long PostgreSQL waits for the next statement of a session that holds a partition's row. Otherwise a process that
 * was stopped in the middle of a batch would keep others from taking its partition.
 */
const silenceMaxMs = 3_000;

/**
 * Locks a partition until the transaction ends, so that nobody can take it meanwhile, and returns how far it is
 * settled.
 */
export async function lockPartition(tx: PostgresTransaction, owned: OwnedPartition): Promise<Position> {
  const locked = await lockPartitions(tx, [owned.partition]);
  return positionOf(locked, owned);
}

interface LockedPartition {
  readonly epoch: number;
  readonly sequence: number;
}

/** Locked partitions by their numbers. */
type LockedPartitions = ReadonlyMap<number, LockedPartition>;

/**
 * Locks partitions in the order of their numbers. Those that others have locked are waited for, or left out if
 * `ifFree`. This transaction is synced even if PostgreSQL is configured to answer commits before it has synced them.
 */
export async function lockPartitions(
  tx: PostgresTransaction,
  partitions: readonly number[],
  { ifFree = false } = {},
): Promise<LockedPartitions> {
  const { rows } = await tx.query<LockedPartition & { partition: number }>({
    name: ifFree ? "lock free partitions" : "lock partitions",
    text: `SELECT partition, epoch, position AS sequence,
        set_config('synchronous_commit', CASE setting WHEN 'off' THEN 'on' ELSE setting END, true),
        set_config('idle_in_transaction_session_timeout', '${silenceMaxMs}', true)
      FROM weir_store.partitions, current_setting('synchronous_commit') AS setting
      WHERE partition = ANY ($1::int2[]) ORDER BY partition
      FOR NO KEY UPDATE OF partitions ${ifFree ? "SKIP LOCKED" : ""}`,
    values: [int2Array(partitions)],
  });
  return new Map(rows.map((row) => [row.partition, row]));
}

/** Returns how far a locked partition is settled. Throws if it has another owner. */
export function positionOf(locked: LockedPartitions, { partition, epoch }: OwnedPartition): Position {
  const row = locked.get(partition);
  if (row?.epoch !== epoch)
    throw new OwnershipLostError(`Another process has taken over partition ${partition} of the queue.`);
  return { partition, sequence: row.sequence };
}

export function assertAt(position: Position, from: Position): void {
  if (position.partition !== from.partition || position.sequence !== from.sequence)
    throw new StalePositionError(`Partition ${from.partition} is not at position ${from.sequence} any more.`);
}

export interface Advance extends Pick<SettledBatch, "to" | "lastEntries"> {
  readonly counts: Readonly<SettledCounts>;
}

/** Moves the positions of locked partitions, notes which entries are settled, and adds to the settled counts. */
export function advance(tx: PostgresTransaction, advances: readonly Advance[]): void {
  // As text, so that the server refuses what is no number.
  const ofCounts = (name: keyof SettledCounts) => advances.map(({ counts }) => counts[name]);
  tx.send({
    name: "advance partitions",
    text: `UPDATE weir_store.partitions AS kept SET position = settled.position, saved = kept.saved + settled.saved,
        already_stored = kept.already_stored + settled.already_stored, ended = kept.ended + settled.ended,
        dead = kept.dead + settled.dead, last_entries = coalesce(settled.last_entries::jsonb, kept.last_entries),
        last_entries_at = CASE WHEN settled.last_entries IS NULL THEN kept.last_entries_at ELSE settled.position END
      FROM unnest($1::int2[], $2::int8[], $3::int8[], $4::int8[], $5::int8[], $6::int8[], $7::text[])
        AS settled (partition, position, saved, already_stored, ended, dead, last_entries)
      WHERE kept.partition = settled.partition`,
    values: [
      int2Array(advances.map(({ to }) => to.partition)),
      advances.map(({ to }) => to.sequence),
      ofCounts("saved"),
      ofCounts("alreadyStored"),
      ofCounts("ended"),
      ofCounts("dead"),
      advances.map(({ lastEntries }) =>
        lastEntries === null ? null : JSON.stringify(Object.fromEntries(lastEntries)),
      ),
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
