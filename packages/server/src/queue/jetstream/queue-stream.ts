import {
  DiscardPolicy,
  JetStreamApiCodes,
  JetStreamApiError,
  type JetStreamManager,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
  type StreamInfo,
} from "@nats-io/jetstream";
import type { NatsConnection } from "@nats-io/nats-core";
import { partitionsMax } from "../../config/partitions-max.ts";
import { UnknownPartitionError } from "../position.ts";

/**
 * How long a repeated publish is recognised by its message id. Publishes are repeated for seconds (publish-entry.ts),
 * so this leaves ample time for servers that stand still meanwhile.
 */
const repeatWindowMs = 120_000;
/** The format of the stream's contents. A server that finds a higher one does not touch the stream. */
const formatNow = 2;
/** The earlier format, whose streams have the most partitions. Versions that know no other must not write into fewer. */
const firstFormat = 1;
/** For tests and commands that name no number of replicas. */
const replicasOfCluster = 3;
const apiTimeoutMs = 5000;
const nanosPerMs = 1e6;

/** Error codes of the JetStream API if there are too few servers for this many replicas. */
const tooFewServers: readonly number[] = [10005, 10074];

export interface QueueStreamOptions {
  /** The prefix of the stream and its subjects, so that installations can share servers. */
  readonly prefix: string;
  /**
   * Which stream of the installation it is. The id is part of the subjects, so nothing can be published into another
   * stream by mistake. Streams of versions before ids have the empty one.
   */
  readonly id?: string;
  /** Whether a stream that does not exist is created. */
  readonly mayCreate?: boolean;
  /** The maximum size of the stream. Past it, publishing is refused. */
  readonly bytesMax: number;
  /** A device's readings are in the same one for ever, so the number never changes. */
  readonly partitions: number;
  /** How many servers keep a copy. By default as many as usual for these servers. */
  readonly replicas?: number;
}

/** The stream of accepted readings: one subject per partition, one message per entry. */
export interface QueueStream {
  readonly name: string;
  readonly id: string;
  /** When the servers created the stream, as they report it. A stream that was deleted and created again has another time. */
  readonly created: string;
  readonly partitions: number;
  readonly bytesMax: number;
  readonly replicas: number;
  readonly connection: NatsConnection;
  readonly manager: JetStreamManager;
  /** Throws UnknownPartitionError if there is no such partition. */
  subjectOf(partition: number): string;
}

/** The stream was written by a newer Weir. */
export class NewerQueueError extends Error {
  readonly code = "newer_database";
}

/** The stream does not exist, and may not be created. */
class StreamMissingError extends Error {
  readonly code = "stream_missing";
}

export function queueNames(prefix: string, id: string): { readonly name: string; readonly subjects: string } {
  return id === ""
    ? { name: `${prefix}_readings`, subjects: `${prefix}.readings` }
    : { name: `${prefix}_readings_${id}`, subjects: `${prefix}.readings-${id}` };
}

export function openManager(connection: NatsConnection): Promise<JetStreamManager> {
  return jetstreamManager(connection, { checkAPI: false, timeout: apiTimeoutMs });
}

/** Resolves to null if there is no such stream. */
export function findStream(manager: JetStreamManager, name: string): Promise<StreamInfo | null> {
  return manager.streams.info(name).catch((error: unknown) => {
    if (codeOf(error) === JetStreamApiCodes.StreamNotFound) return null;
    throw error;
  });
}

/** Creates the stream, or updates the settings of an existing one. */
export async function openQueueStream(
  connection: NatsConnection,
  options: QueueStreamOptions,
): Promise<QueueStream> {
  const { prefix, id = "", bytesMax, partitions, mayCreate = true } = options;
  const format = partitions === partitionsMax ? firstFormat : formatNow;
  const usual = connection.info?.cluster === undefined ? 1 : replicasOfCluster;
  const manager = await openManager(connection);
  const { name, subjects } = queueNames(prefix, id);
  const wanted = {
    name,
    description: `Readings that Weir has accepted, format ${format}`,
    subjects: [`${subjects}.*`],
    retention: RetentionPolicy.Limits,
    storage: StorageType.File,
    discard: DiscardPolicy.New,
    max_bytes: bytesMax,
    max_age: 0,
    duplicate_window: repeatWindowMs * nanosPerMs,
    num_replicas: options.replicas ?? usual,
    allow_direct: true,
  };
  const found = await findStream(manager, name);
  if (found === null && !mayCreate) throw new StreamMissingError(`There is no stream ${name} in NATS.`);
  const { created, config } = await createOrUpdate({ manager, wanted, found });
  return streamAt({
    manager,
    connection,
    prefix,
    id,
    created,
    bytesMax,
    partitions,
    replicas: config.num_replicas,
  });
}

interface KnownStream extends Required<Omit<QueueStreamOptions, "mayCreate">> {
  readonly connection: NatsConnection;
  readonly manager: JetStreamManager;
  readonly created: string;
}

/** A stream that is known by its names. It need not exist. */
export function streamAt(known: KnownStream): QueueStream {
  const { connection, manager, prefix, id, created, bytesMax, partitions, replicas } = known;
  const { name, subjects } = queueNames(prefix, id);
  return {
    name,
    id,
    created,
    partitions,
    bytesMax,
    replicas,
    connection,
    manager,
    subjectOf(partition) {
      if (!Number.isInteger(partition) || partition < 0 || partition >= partitions)
        throw new UnknownPartitionError(`There is no partition ${partition} here.`);
      return `${subjects}.${partition}`;
    },
  };
}

type WantedStream = Partial<StreamConfig> & { readonly name: string; readonly num_replicas: number };

interface StreamWrite {
  readonly manager: JetStreamManager;
  readonly wanted: WantedStream;
  /** Null if the stream does not exist. */
  readonly found: StreamInfo | null;
}

/**
 * A stream is never created with fewer replicas than wanted. One that has fewer keeps them while there are too few
 * servers.
 */
async function createOrUpdate({ manager, wanted, found }: StreamWrite): Promise<StreamInfo> {
  try {
    if (found === null) return await manager.streams.add(wanted);
    refuseNewer(found.config.description ?? "");
    return await manager.streams.update(wanted.name, wanted);
  } catch (error) {
    if (!tooFewServers.includes(codeOf(error))) throw error;
    if (found === null) throw new TooFewServersError(tooFewText(wanted.num_replicas));
    return manager.streams.update(wanted.name, { ...wanted, num_replicas: found.config.num_replicas });
  }
}

/** There are not enough servers for a copy on each of as many as wanted. */
export class TooFewServersError extends Error {
  readonly code = "too_few_servers";
}

export function tooFewText(replicas: number): string {
  return `NATS cannot keep ${replicas} copies of accepted readings, because too few of its servers are there. Start all servers, or set queue_replicas to the number of copies that you want.`;
}

function refuseNewer(description: string): void {
  const format = Number(/format (\d+)$/.exec(description)?.[1] ?? firstFormat);
  if (format > formatNow)
    throw new NewerQueueError(
      `The stream of the queue has format ${format}, and this Weir knows formats up to ${formatNow}. Install a newer version of Weir.`,
    );
}

/** Returns the JetStream API's error code; 0 for other faults. */
export function codeOf(error: unknown): number {
  return error instanceof JetStreamApiError ? error.code : 0;
}
