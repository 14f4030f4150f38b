import {
  DiscardPolicy,
  JetStreamApiCodes,
  JetStreamApiError,
  type JetStreamManager,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
} from "@nats-io/jetstream";
import type { NatsConnection } from "@nats-io/nats-core";
import { UnknownPartitionError } from "../position.ts";

/** Partitions of a cluster. The number is fixed: changing it would send a device's readings to another partition. */
export const partitionsOfCluster = 64;

/**
 * How long a repeated publish is recognised by its message id. Publishes are repeated for seconds (publish-entry.ts),
 * so this leaves ample time for servers that stand still meanwhile.
 */
const repeatWindowMs = 120_000;
/** The format of the stream's contents. A server that finds a higher one does not touch the stream. */
const formatNow = 1;
const replicasMax = 3;
const apiTimeoutMs = 5000;
const nanosPerMs = 1e6;

/** Error codes of the JetStream API if there are too few servers for this many replicas. */
const tooFewServers: readonly number[] = [10005, 10074];

export interface QueueStreamOptions {
  /** The prefix of the stream and its subjects, so that installations can share servers. */
  readonly prefix: string;
  /** The maximum size of the stream. Past it, publishing is refused. */
  readonly bytesMax: number;
  readonly partitions?: number;
}

/** The stream of accepted readings: one subject per partition, one message per entry. */
export interface QueueStream {
  readonly name: string;
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

/** Creates the stream, or updates the settings of an existing one. */
export async function openQueueStream(
  connection: NatsConnection,
  { prefix, bytesMax, partitions = partitionsOfCluster }: QueueStreamOptions,
): Promise<QueueStream> {
  const manager = await jetstreamManager(connection, { checkAPI: false, timeout: apiTimeoutMs });
  const subjects = `${prefix}.readings`;
  const wanted = {
    name: `${prefix}_readings`,
    description: `Readings that Weir has accepted, format ${formatNow}`,
    subjects: [`${subjects}.*`],
    retention: RetentionPolicy.Limits,
    storage: StorageType.File,
    discard: DiscardPolicy.New,
    max_bytes: bytesMax,
    max_age: 0,
    duplicate_window: repeatWindowMs * nanosPerMs,
    num_replicas: connection.info?.cluster === undefined ? 1 : replicasMax,
    allow_direct: true,
  };
  const replicas = await createOrUpdate(manager, wanted, connection);
  return {
    ...{ name: wanted.name, partitions, bytesMax, replicas, connection, manager },
    subjectOf(partition) {
      if (!Number.isInteger(partition) || partition < 0 || partition >= partitions)
        throw new UnknownPartitionError(`There is no partition ${partition} here.`);
      return `${subjects}.${partition}`;
    },
  };
}

type WantedStream = Partial<StreamConfig> & { readonly name: string; readonly num_replicas: number };

/** Resolves to the number of replicas of the stream. */
async function createOrUpdate(
  manager: JetStreamManager,
  wanted: WantedStream,
  connection: NatsConnection,
): Promise<number> {
  const found = await manager.streams.info(wanted.name).catch((error: unknown) => {
    if (codeOf(error) === JetStreamApiCodes.StreamNotFound) return null;
    throw error;
  });
  if (found !== null) refuseNewer(found.config.description ?? "");
  const write = (config: WantedStream) =>
    found === null ? manager.streams.add(config) : manager.streams.update(config.name, config);
  try {
    return (await write(wanted)).config.num_replicas;
  } catch (error) {
    // Servers that know of three but cannot place three replicas are still finding each other: the caller tries again.
    const servers = connection.info?.connect_urls?.length ?? 1;
    if (!tooFewServers.includes(codeOf(error)) || servers >= replicasMax) throw error;
    const replicas = found?.config.num_replicas ?? 1;
    return (await write({ ...wanted, num_replicas: replicas })).config.num_replicas;
  }
}

function refuseNewer(description: string): void {
  const format = Number(/format (\d+)$/.exec(description)?.[1] ?? formatNow);
  if (format > formatNow)
    throw new NewerQueueError(
      `The stream of the queue has format ${format}, and this Weir knows formats up to ${formatNow}. Install a newer version of Weir.`,
    );
}

/** Returns the JetStream API's error code; 0 for other faults. */
export function codeOf(error: unknown): number {
  return error instanceof JetStreamApiError ? error.code : 0;
}
