import type { ClusterConfig } from "../../../config/is-cluster.ts";
import type { Postgres } from "../../../platform/postgres/open-postgres.ts";
import { QueueBacklog } from "../../../queue/jetstream/queue-backlog.ts";
import type { QueueStream } from "../../../queue/jetstream/queue-stream.ts";
import { distanceBeforeStart } from "../../../queue/moved-position.ts";
import { gatherCounts } from "../../../store/engine/postgres/gather-counts.ts";
import { MigrationError } from "../../migration/migration-error.ts";
import { readClusterProgress } from "../cluster-progress.ts";
import { createClusterTables } from "../create-cluster-tables.ts";
import { openRightStream } from "../open-right-stream.ts";
import type { MigrationEngines } from "./migration-engines.ts";
import { runningMembers } from "./running-members.ts";

/** A cluster that is copied. */
export interface ClusterFacts {
  /** Stays the same until something in the database changes. */
  readonly fingerprint: string;
  /** Higher than every position in the queue. */
  readonly movedBy: number;
  readonly storeBytes: number;
}

/** The engines of a cluster that is copied, and its queue. */
interface SourceEngines extends Pick<MigrationEngines, "postgres"> {
  readonly stream: QueueStream;
}

/** Its tables must be those of this version, as after a start of its roles. Counts are in the tables that are copied. */
export async function openSourceStream(
  { postgres, nats }: MigrationEngines,
  config: ClusterConfig,
): Promise<SourceEngines> {
  await createClusterTables(postgres, config);
  await gatherCounts(postgres);
  return { postgres, stream: await openRightStream({ postgres, nats, config }) };
}

export async function readClusterFacts({ postgres, stream }: SourceEngines): Promise<ClusterFacts> {
  const { positions } = await readClusterProgress(postgres);
  const { state } = await stream.manager.streams.info(stream.name);
  const { rows } = await postgres.query<{ bytes: number }>(
    `SELECT coalesce(sum(pg_total_relation_size(oid)), 0)::int8 AS bytes FROM pg_class
     WHERE relnamespace = 'weir_store'::regnamespace AND relkind = 'r'`,
  );
  return {
    fingerprint: await fingerprintOf(postgres),
    movedBy: distanceBeforeStart([...positions, { partition: 0, sequence: state.last_seq }]),
    storeBytes: rows[0]!.bytes,
  };
}

/**
 * The epoch changes whenever a partition is taken, the position with every reading, and a last id with every other
 * change.
 */
async function fingerprintOf(postgres: Postgres): Promise<string> {
  const { rows } = await postgres.query<{ facts: string }>(
    `SELECT json_build_array(
       (SELECT uuid FROM weir_control.accounts ORDER BY id LIMIT 1),
       (SELECT json_agg(json_build_array(partition, epoch, position) ORDER BY partition) FROM weir_store.partitions),
       (SELECT json_agg(json_build_array(sequencename, last_value) ORDER BY sequencename) FROM pg_sequences
        WHERE schemaname IN ('weir_control', 'weir_store'))
     )::text AS facts`,
  );
  return Bun.CryptoHasher.hash("sha256", rows[0]!.facts, "hex");
}

/** Accepted readings that are not settled yet. */
export async function countClusterWaiting({ postgres, stream }: SourceEngines): Promise<number> {
  const backlog = new QueueBacklog(stream);
  try {
    const { positions, parked } = await readClusterProgress(postgres);
    const waiting = await backlog.count(positions);
    return waiting.reduce((sum, { readings }) => sum + readings, parked);
  } finally {
    await backlog.close();
  }
}

export async function checkStopped(postgres: Postgres): Promise<void> {
  const running = await runningMembers(postgres);
  if (running.length === 0) return;
  const list = running.map(({ role, host }) => `${role} on ${host}`).join(", ");
  throw new MigrationError(
    "migration_source_busy",
    `Roles of the cluster on ${postgres.address} are running: ${list}. Stop them first.`,
  );
}
