import type { PostgresSession } from "../../platform/postgres/open-postgres.ts";
import { queueNames } from "../../queue/jetstream/queue-stream.ts";
import { partitionCount } from "../../store/engine/postgres/partition-count.ts";

/** The stream that the positions in the database belong to. */
export interface QueueIdentity {
  readonly id: string;
  /** The cluster_name of the processes that use it. */
  readonly prefix: string;
  /** When the servers created it; null if no process has seen it yet. */
  readonly created: string | null;
  /** The stream that an unfinished `weir cluster adopt-stream` was putting in its place. */
  readonly nextId: string | null;
  /** How far the stream had grown when it was last seen. */
  readonly lastSequence: number;
  /** The highest position of any partition. */
  readonly highestPosition: number;
  readonly partitions: number;
}

export function newStreamId(): string {
  return crypto.randomUUID().replaceAll("-", "").slice(0, 12);
}

/** The beginning of the keys of identities in Redis. Those of another stream name entries that are not in this one. */
export function redisPrefixOf({ prefix, id }: Pick<QueueIdentity, "prefix" | "id">): string {
  return id === "" ? prefix : `${prefix}:${id}`;
}

/** Reads the identity. A database that has never had a stream gets an id now, under the given prefix. */
export async function readQueueIdentity(session: PostgresSession, prefix: string): Promise<QueueIdentity> {
  const read = () =>
    session.query<QueueIdentity & { id: string | null }>(
      `SELECT id, coalesce(prefix, $1) AS prefix, created, next_id AS "nextId", last_sequence AS "lastSequence",
         (SELECT max(position) FROM weir_store.partitions) AS "highestPosition", ${partitionCount} AS partitions
       FROM weir_store.queue_stream`,
      [prefix],
    );
  const found = (await read()).rows[0]!;
  if (found.id !== null) return found;
  // Of several processes that start at once, the first one decides.
  await session.query("UPDATE weir_store.queue_stream SET id = $1, prefix = $2 WHERE id IS NULL", [
    newStreamId(),
    prefix,
  ]);
  return (await read()).rows[0]!;
}

/** Notes that a process has seen the stream. Only the first one does. */
export async function confirmStream(
  session: PostgresSession,
  { id, prefix, created }: { readonly id: string; readonly prefix: string; readonly created: string },
): Promise<void> {
  await session.query(
    "UPDATE weir_store.queue_stream SET prefix = $2, created = $3 WHERE id = $1 AND created IS NULL",
    [id, prefix, created],
  );
}

export async function noteLastSequence(
  session: PostgresSession,
  id: string,
  sequence: number,
): Promise<void> {
  await session.query(
    "UPDATE weir_store.queue_stream SET last_sequence = $2 WHERE id = $1 AND last_sequence < $2",
    [id, sequence],
  );
}

export function streamNameOf({ prefix, id }: Pick<QueueIdentity, "prefix" | "id">): string {
  return queueNames(prefix, id).name;
}
