import type { ClusterConfig } from "../../config/is-cluster.ts";
import { RedisLink } from "../../platform/redis/redis-link.ts";
import { startOf } from "../../queue/position.ts";
import type { StoreDatabase } from "../../store/postgres/store-database.ts";
import type { IntakeOptions, OpenedIntake } from "../installation.ts";
import type { ClusterEngines } from "./cluster-engines.ts";
import { readClusterProgress } from "./cluster-progress.ts";
import { LeasedIntake } from "./leased-intake.ts";
import { openJetStreamIntake } from "./open-jetstream-intake.ts";

export interface ClusterIntakeParts {
  readonly config: ClusterConfig;
  readonly engines: ClusterEngines;
  readonly database: StoreDatabase;
  readonly isLeaseHeld: () => boolean;
}

/** The intake of one ingest node, and what it knows of the queue. */
export async function openClusterIntake(
  { config, engines, database, isLeaseHeld }: ClusterIntakeParts,
  options: IntakeOptions,
): Promise<OpenedIntake> {
  const { log, shares, accountOf, onAppended } = options;
  const { stream } = engines;
  const counted = new Map<string, number>();
  const count = (counter: string, by: number): void => {
    counted.set(counter, (counted.get(counter) ?? 0) + by);
  };
  const { positions } = await readClusterProgress(database);
  const opened = await openJetStreamIntake({
    ...{ config, log, stream, shares, accountOf, onAppended, isLeaseHeld, counts: { count } },
    ...{ redis: engines.redis ?? RedisLink.absent(log), redisPrefix: config.clusterName },
  });
  const { queue, readiness } = opened;
  const intake = new LeasedIntake(opened.intake, isLeaseHeld);
  const lastPositionOf = (partition: number) => queue.partition(partition).lastPosition;
  return {
    ...{ intake, importIntake: intake, settledPositions: positions },
    queue: {
      count,
      hasRoom: () => queue.hasRoom(),
      settled: () => undefined,
      async totals() {
        const { state } = await stream.manager.streams.info(stream.name);
        const unsettled = shares.unsettled(null).reduce((sum, { readings }) => sum + readings, 0);
        return {
          acceptedReadings: unsettled,
          lastPosition: { ...startOf(0), sequence: state.last_seq },
          backlogBytes: shares.unsettled(null).reduce((sum, { bytes }) => sum + bytes, 0),
          counters: Object.fromEntries(counted),
        };
      },
      lastPositionOf,
      lastPositions: () =>
        Array.from({ length: stream.partitions }, (_, partition) => lastPositionOf(partition)).filter(
          ({ sequence }) => sequence > 0,
        ),
      hurry: () => queue.hurry(),
      close: () => queue.close(),
    },
    readiness: {
      get seemsWritable() {
        return isLeaseHeld() && readiness.seemsWritable;
      },
      isWritable: async () => isLeaseHeld() && (await readiness.isWritable()),
    },
    // What other nodes have appended counts against the shares that these give.
    recallShares: async () => undefined,
    identities: opened.identities,
    identitiesOf: opened.identitiesOf,
  };
}
