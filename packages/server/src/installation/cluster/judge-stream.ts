import type { StreamInfo } from "@nats-io/jetstream";
import { type QueueIdentity, streamNameOf } from "./queue-identity.ts";

/** The stream in NATS is not the one that the positions in PostgreSQL belong to. */
export class WrongStreamError extends Error {
  readonly code = "wrong_stream";
}

/** This process has another cluster_name than the cluster of its database. */
export class WrongClusterNameError extends Error {
  readonly code = "wrong_cluster_name";
}

const remedy =
  "No readings are accepted until the right stream is back, or an operator continues with a new one: weir cluster adopt-stream.";

/**
 * Explains why the stream is not the one that the positions belong to; null if it is. Entries of another stream would
 * be passed over until its sequences have passed the old positions.
 */
export function judgeStream(identity: QueueIdentity, found: StreamInfo | null): string | null {
  const name = streamNameOf(identity);
  if (found === null)
    return identity.created === null && identity.highestPosition === 0
      ? null
      : `The stream ${name} with the accepted readings is not in NATS. NATS was set up anew, lost its disks, or somebody deleted the stream. ${remedy}`;
  if (identity.created !== null && found.created !== identity.created)
    return `The stream ${name} is not the one that readings were accepted into: it was created again at ${found.created}. ${remedy}`;
  if (found.state.last_seq < identity.highestPosition)
    return `The stream ${name} ends at entry ${found.state.last_seq}, but readings up to entry ${identity.highestPosition} were stored: NATS has lost entries or was restored from an older copy. ${remedy}`;
  return null;
}

/** Explains why this process does not belong to the cluster of the database; null if it does. */
export function judgeName({ prefix, created }: QueueIdentity, clusterName: string): string | null {
  if (created === null || prefix === clusterName) return null;
  return `cluster_name is "${clusterName}", but this database belongs to the cluster "${prefix}". Set cluster_name to "${prefix}". To rename the cluster, stop all of its processes and run: weir cluster adopt-stream.`;
}
