import type { ClusterConfig } from "../../config/is-cluster.ts";
import { RedisLink } from "../../platform/redis/redis-link.ts";
import type { Position } from "../../queue/position.ts";
import type { StoreDatabase } from "../../store/engine/postgres/store-database.ts";
import type { IntakeOptions, OpenedIntake } from "../installation.ts";
import { ClusterCountTaker } from "./cluster-count-taker.ts";
import type { ClusterEngines } from "./cluster-engines.ts";
import { readClusterProgress } from "./cluster-progress.ts";
import { LeasedIntake } from "./leased-intake.ts";
import { openJetStreamIntake } from "./open-jetstream-intake.ts";
import { redisPrefixOf } from "./queue-identity.ts";

/** A stopping node waits at most this long to write its last counts. */
const lastCountsMaxMs = 1000;

interface ClusterIntakeParts {
  readonly config: ClusterConfig;
  readonly engines: ClusterEngines;
  readonly database: StoreDatabase;
  /** Whether this node holds its lease and the stream is the right one. */
  readonly mayAccept: () => boolean;
}

/** The intake of one ingest node, and its view of the queue. */
export async function openClusterIntake(
  { config, engines, database, mayAccept }: ClusterIntakeParts,
  options: IntakeOptions,
): Promise<OpenedIntake> {
  const { log, shares, accountOf, onAppended } = options;
  const { stream } = engines;
  const counts = new ClusterCountTaker(database);
  const { positions } = await readClusterProgress(database);
  const opened = await openJetStreamIntake({
    config,
    log,
    stream,
    shares,
    accountOf,
    onAppended: (partition, publishMs) => onAppended([partition], publishMs),
    counts,
    isLeaseHeld: mayAccept,
    redis: engines.redis ?? RedisLink.absent(log),
    lastSequence: highestOf(positions),
    redisPrefix: redisPrefixOf({ prefix: config.clusterName, id: stream.id }),
  });
  const { queue, readiness } = opened;
  const intake = new LeasedIntake(opened.intake, mayAccept);
  const lastPositionOf = (partition: number) => queue.partition(partition).lastPosition;
  return {
    intake,
    importIntake: intake,
    settledPositions: positions,
    queue: {
      count: (counter, by) => counts.count(counter, by),
      hasRoom: () => queue.hasRoom(),
      settled: () => undefined,
      totals: () => {
        throw new Error("The counts of a cluster are read from its engines.");
      },
      lastPositionOf,
      lastPositions: () =>
        Array.from({ length: stream.partitions }, (_, partition) => lastPositionOf(partition)).filter(
          ({ sequence }) => sequence > 0,
        ),
      hurry: () => queue.hurry(),
      async close() {
        await queue.close();
        await Promise.race([counts.write(), Bun.sleep(lastCountsMaxMs)]);
      },
    },
    readiness: {
      get seemsWritable() {
        return mayAccept() && readiness.seemsWritable;
      },
      isWritable: async () => mayAccept() && (await readiness.isWritable()),
    },
    // Nothing to recall: each node counts only its own appends.
    recallShares: async () => undefined,
    identities: opened.identities,
    identitiesOf: opened.identitiesOf,
  };
}

function highestOf(positions: readonly Position[]): number {
  return Math.max(0, ...positions.map(({ sequence }) => sequence));
}
