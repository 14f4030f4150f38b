import type { ClusterConfig } from "../../config/is-cluster.ts";
import type { NatsConnection } from "../../platform/nats/open-nats.ts";
import type { Postgres } from "../../platform/postgres/open-postgres.ts";
import {
  findStream,
  openManager,
  openQueueStream,
  type QueueStream,
  queueNames,
  streamAt,
} from "../../queue/jetstream/queue-stream.ts";
import { judgeName, judgeStream, WrongClusterNameError, WrongStreamError } from "./judge-stream.ts";
import { confirmStream, type QueueIdentity, readQueueIdentity } from "./queue-identity.ts";

export interface StreamParts {
  readonly postgres: Postgres;
  readonly nats: NatsConnection;
  readonly config: Pick<ClusterConfig, "clusterName" | "queueBytesMax" | "queueReplicas">;
}

/**
 * Opens the stream that the positions belong to. It is created only for a database that has never had one. Throws
 * WrongStreamError if it is gone, or is another one.
 */
export async function openRightStream(parts: StreamParts): Promise<QueueStream> {
  const { postgres, nats, config } = parts;
  const identity = await readQueueIdentity(postgres, config.clusterName);
  const found = await findRecorded(nats, identity);
  const wrongName = judgeName(identity, config.clusterName);
  if (wrongName !== null) throw new WrongClusterNameError(wrongName);
  const problem = judgeStream(identity, found);
  if (problem !== null) throw new WrongStreamError(problem);
  const { prefix, id, created, partitions } = identity;
  const stream = await openQueueStream(nats, {
    prefix,
    id,
    partitions,
    bytesMax: config.queueBytesMax,
    replicas: config.queueReplicas,
    mayCreate: created === null,
  });
  await confirmStream(postgres, { prefix, id, created: stream.created });
  // Another process may have seen a stream that was lost and created again since.
  const { created: confirmed } = await readQueueIdentity(postgres, config.clusterName);
  if (confirmed !== stream.created) return openRightStream(parts);
  return stream;
}

/** The recorded stream, whether it is there or not. For processes that only show its state. */
export async function nameRecordedStream({ postgres, nats, config }: StreamParts): Promise<QueueStream> {
  const { prefix, id, created, partitions } = await readQueueIdentity(postgres, config.clusterName);
  return streamAt({
    connection: nats,
    manager: await openManager(nats),
    prefix,
    id,
    created: created ?? "",
    bytesMax: config.queueBytesMax,
    partitions,
    replicas: 1,
  });
}

export async function findRecorded(nats: NatsConnection, { prefix, id }: QueueIdentity) {
  return findStream(await openManager(nats), queueNames(prefix, id).name);
}
