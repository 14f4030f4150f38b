/**
 * Continues a cluster in a new stream, when the one that its positions belong to is gone, or is another one.
 *
 * The sequences of the new stream begin after all positions, so no position has to change. The entries that are left in the
 * old stream are copied. It is sealed first: NATS then refuses every entry for it, also from processes that know nothing of
 * the change. The command can be run again at any point.
 */
import type { PostgresSession } from "../../platform/postgres/open-postgres.ts";
import { entryId } from "../../queue/jetstream/entry-id.ts";
import { JetStreamReader } from "../../queue/jetstream/jetstream-reader.ts";
import { publishEntry, publisherOn, QueueFullError } from "../../queue/jetstream/publish-entry.ts";
import {
  findStream,
  openManager,
  openQueueStream,
  type QueueStream,
  queueNames,
  streamAt,
} from "../../queue/jetstream/queue-stream.ts";
import { isReached, startOf } from "../../queue/position.ts";
import { readLastEntries } from "../../store/engine/postgres/partition-row.ts";
import { writeLosses } from "../../store/engine/postgres/queue-losses.ts";
import { readClusterProgress } from "./cluster-progress.ts";
import { judgeName, judgeStream } from "./judge-stream.ts";
import { findRecorded, type StreamParts } from "./open-right-stream.ts";
import { newStreamId, type QueueIdentity, readQueueIdentity, streamNameOf } from "./queue-identity.ts";

/** Sequences that are left out, so that those of lost entries are not used again. */
const leftOut = 1_000_000;
/** How wrong the clocks of NATS servers may be. */
const clockErrorMs = 600_000;
/** How often the first entry of the new stream is tried. */
const attemptsMax = 20;
const betweenAttemptsMs = 250;
const readBytesMax = 4 * 1024 * 1024;

export interface AdoptionPlan {
  /** Why the stream is not the right one, for people. */
  readonly problem: string;
  readonly oldStream: string;
  /** Whether the old stream is there, so that its entries can be copied. */
  readonly isOldThere: boolean;
  /** Entries that are known to be lost: the stream held at least as many that were not stored when it was last seen. */
  readonly lostEntriesMin: number;
}

export interface Adopted {
  readonly oldStream: string;
  readonly newStream: string;
  readonly copiedEntries: number;
  readonly copiedReadings: number;
  readonly lostEntriesMin: number;
}

/** Changes nothing. Resolves to null if the stream is the right one. */
export async function planAdoption({ postgres, nats, config }: StreamParts): Promise<AdoptionPlan | null> {
  const identity = await readQueueIdentity(postgres, config.clusterName);
  const found = await findRecorded(nats, identity);
  const problem = judgeName(identity, config.clusterName) ?? judgeStream(identity, found);
  if (problem === null) return null;
  const isOldThere = found !== null;
  const last = found === null || found.created !== identity.created ? 0 : found.state.last_seq;
  const lostEntriesMin = Math.max(0, identity.lastSequence - Math.max(identity.highestPosition, last));
  return { problem, oldStream: streamNameOf(identity), isOldThere, lostEntriesMin };
}

/** Call it only with a plan, because it would also replace the right stream. */
export async function adoptStream(parts: StreamParts, plan: AdoptionPlan): Promise<Adopted> {
  const { postgres, nats, config } = parts;
  const identity = await readQueueIdentity(postgres, config.clusterName);
  const id = await reserveId(parts);
  const old = plan.isOldThere ? await sealOld(parts, identity) : null;
  const stream = await openQueueStream(nats, {
    prefix: config.clusterName,
    id,
    partitions: identity.partitions,
    bytesMax: config.queueBytesMax,
    replicas: config.queueReplicas,
  });
  const after = Math.max(identity.highestPosition, identity.lastSequence, old?.lastSequence ?? 0) + leftOut;
  await beginAfter(stream, after);
  const copied = old === null ? { entries: 0, readings: 0 } : await copyEntries(parts, old, stream);
  await postgres.query(
    `UPDATE weir_store.queue_stream SET id = $1, prefix = $2, created = $3, next_id = NULL, last_sequence = $4
     WHERE next_id = $1`,
    [id, config.clusterName, stream.created, after],
  );
  if (plan.lostEntriesMin > 0)
    await writeLosses(postgres, [{ position: null, entries: plan.lostEntriesMin, readings: null }]);
  return {
    oldStream: plan.oldStream,
    newStream: stream.name,
    lostEntriesMin: plan.lostEntriesMin,
    copiedEntries: copied.entries,
    copiedReadings: copied.readings,
  };
}

/** A run that was interrupted has reserved one already. */
async function reserveId({ postgres }: StreamParts): Promise<string> {
  const { rows } = await postgres.query<{ id: string }>(
    `UPDATE weir_store.queue_stream SET next_id = coalesce(next_id, $1) RETURNING next_id AS id`,
    [newStreamId()],
  );
  return rows[0]!.id;
}

interface OldStream {
  readonly stream: QueueStream;
  readonly lastSequence: number;
  /** Whether its entries up to the positions were settled, except for those it took after it had lost others. */
  readonly isSame: boolean;
}

async function sealOld({ nats, config }: StreamParts, identity: QueueIdentity): Promise<OldStream> {
  const { prefix, id, created, partitions } = identity;
  const manager = await openManager(nats);
  const { name } = queueNames(prefix, id);
  const found = (await findStream(manager, name))!;
  const sealed = { ...found.config, sealed: true };
  if (!found.config.sealed) await manager.streams.update(name, sealed);
  const { state, config: settings } = (await findStream(manager, name))!;
  return {
    stream: streamAt({
      connection: nats,
      manager,
      prefix,
      id,
      created: found.created,
      bytesMax: config.queueBytesMax,
      partitions,
      replicas: settings.num_replicas,
    }),
    lastSequence: state.last_seq,
    isSame: found.created === created,
  };
}

/** An empty entry keeps the sequence, also after a restart of a server. */
async function beginAfter(stream: QueueStream, sequence: number): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const { state } = await stream.manager.streams.info(stream.name);
    if (state.last_seq > sequence) return;
    if (state.last_seq < sequence) await stream.manager.streams.purge(stream.name, { seq: sequence + 1 });
    try {
      await publishEntry(publisherOn(stream.connection), {
        subject: stream.subjectOf(0),
        data: new Uint8Array(),
        readings: 0,
        id: stream.id,
        mayRepeat: () => true,
      });
    } catch (error) {
      // The leader of a replicated stream in 2.9 notices only when it refuses an entry that a purge has moved the sequence.
      if (!(error instanceof QueueFullError) || attempt === attemptsMax) throw error;
      await Bun.sleep(betweenAttemptsMs);
    }
  }
}

/** Entries keep their ids, so processors recognise those that they have settled. */
async function copyEntries(
  { postgres }: StreamParts,
  { stream: from, isSame }: OldStream,
  to: QueueStream,
): Promise<{ readonly entries: number; readonly readings: number }> {
  const { positions } = await readClusterProgress(postgres);
  const reader = new JetStreamReader(from);
  const publisher = publisherOn(to.connection);
  const copied = { entries: 0, readings: 0 };
  for (const position of positions) {
    const { partition } = position;
    const settledMs = isSame ? (await newestSettledMs(postgres, partition)) - clockErrorMs : 0;
    let after = startOf(partition);
    for (;;) {
      const entries = await reader.read(partition, after, readBytesMax);
      if (entries.length === 0) break;
      for (const { data, readings, origin, position: at, appendedMs } of entries) {
        if (isSame && isReached(at, position) && appendedMs < settledMs) continue;
        const id = origin === undefined ? `${from.id}-${at.sequence}` : entryId(origin);
        await publishEntry(publisher, {
          subject: to.subjectOf(partition),
          data,
          readings,
          id,
          mayRepeat: () => true,
        });
        copied.entries++;
        copied.readings += readings;
      }
      after = entries.at(-1)!.position;
    }
  }
  await reader.close();
  return copied;
}

/** When the newest settled entry of the partition was stored. */
async function newestSettledMs(session: PostgresSession, partition: number): Promise<number> {
  const last = await readLastEntries(session, partition);
  return Math.max(0, ...[...last.values()].map(({ appendedMs }) => appendedMs));
}
