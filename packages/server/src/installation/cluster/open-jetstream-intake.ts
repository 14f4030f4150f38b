import type { Config } from "../../config/settings.ts";
import { type Log, reasonOf } from "../../platform/log.ts";
import type { RedisLink } from "../../platform/redis/redis-link.ts";
import type { CountTaker } from "../../queue/count-taker.ts";
import { identitiesShareMax } from "../../queue/identities-share-max.ts";
import type { Intake } from "../../queue/intake.ts";
import { AskingIntake } from "../../queue/jetstream/asking-intake.ts";
import {
  JetStreamQueue,
  type JetStreamQueueOptions,
  MessagesTooSmallError,
} from "../../queue/jetstream/jetstream-queue.ts";
import type { QueueStream } from "../../queue/jetstream/queue-stream.ts";
import { RedisIdentities } from "../../queue/jetstream/redis-identities.ts";
import { LastWrite } from "../../queue/last-write.ts";
import { IdentityMemory } from "../../queue/log-intake/identity-memory.ts";
import { LogIntake } from "../../queue/log-intake/log-intake.ts";
import { NewestTimestamps } from "../../queue/log-intake/newest-timestamps.ts";
import { QueueReadiness } from "../../queue/queue-readiness.ts";
import type { QueueShares } from "../../queue/queue-shares.ts";
import { waitFor } from "./wait-for.ts";

/** A partition remembers at least this many, however many partitions share `identities_max`. */
const partitionIdentitiesMin = 1000;

type IntakeConfig = Pick<Config, "replayWindowS" | "duplicateWindowS" | "identitiesMax" | "identitiesShare">;

interface JetStreamIntakeOptions {
  readonly config: IntakeConfig;
  readonly log: Log;
  readonly stream: QueueStream;
  readonly redis: RedisLink;
  /** The beginning of this installation's keys in Redis. */
  readonly redisPrefix: string;
  /** The waiting readings of this node, by account. */
  readonly shares: QueueShares;
  /** Counts duplicates. */
  readonly counts: CountTaker;
  readonly accountOf: (deviceId: number) => number | undefined;
  readonly onAppended: (partition: number, publishMs: number) => void;
  /**
   * Whether this node may act. A node that may not act does not repeat publishes either, so that devices soon turn to
   * another node.
   */
  readonly isLeaseHeld?: () => boolean;
  /** The highest sequence that is known to be settled. */
  readonly lastSequence?: number;
}

interface OpenedJetStreamIntake {
  readonly intake: Intake;
  readonly queue: JetStreamQueue;
  readonly readiness: QueueReadiness;
  /** How many identities this node remembers itself. */
  readonly identities: () => number;
  readonly identitiesOf: (accountId: number) => number;
}

/**
 * The intake of a node of a cluster. For each partition it remembers the readings that this node has taken, so it knows
 * exactly which are being written and which are durable. Readings of other nodes are looked up in Redis first.
 */
export async function openJetStreamIntake(options: JetStreamIntakeOptions): Promise<OpenedJetStreamIntake> {
  const { config, log, stream, redis, shares, counts, accountOf } = options;
  const windows = { replayMs: config.replayWindowS * 1000, duplicateMs: config.duplicateWindowS * 1000 };
  const { identitiesMax } = config;
  const shareMax = identitiesShareMax(config);
  const identities = new RedisIdentities({
    link: redis,
    prefix: options.redisPrefix,
    tenantOf(deviceId) {
      const accountId = accountOf(deviceId);
      return accountId === undefined ? undefined : shares.tenantOf(accountId);
    },
    identitiesMax,
    shareMax,
    windowMs: windows.replayMs,
    duplicateMs: windows.duplicateMs,
  });
  const newest = new NewestTimestamps();
  const capacity = Math.max(partitionIdentitiesMin, Math.ceil(identitiesMax / stream.partitions));
  // Nearly all devices of an account may be in one partition, so each partition allows the account its whole share.
  const memoryShareMax = Math.min(capacity, Math.max(1, shareMax));
  const memories = Array.from(
    { length: stream.partitions },
    () => new IdentityMemory(capacity, windows, memoryShareMax, undefined, newest),
  );
  const lastWrite = new LastWrite();
  let lastAppendLost = false;
  const parts: JetStreamQueueOptions = {
    stream,
    counts,
    lastSequence: options.lastSequence ?? 0,
    ...(options.isLeaseHeld === undefined ? {} : { mayRepeat: options.isLeaseHeld }),
    remember: (entry) => identities.remember(entry),
    onLost(partition, error) {
      memories[partition]!.forgetPending();
      lastWrite.failed();
      if (!lastAppendLost)
        log.error("readings cannot be made durable; answering 503", { reason: reasonOf(error) });
      lastAppendLost = true;
    },
    onAppended(partition, publishMs) {
      lastWrite.wrote();
      if (lastAppendLost) log.info("readings can be made durable again");
      lastAppendLost = false;
      options.onAppended(partition, publishMs);
    },
  };
  // Servers that are just starting, or are busy, may not answer in time.
  const queue = await waitFor(() => JetStreamQueue.open(parts), {
    log,
    what: "the stream of readings in NATS",
    address: stream.connection.getServer(),
    isFinal: (error) => error instanceof MessagesTooSmallError,
  });
  const partitions = memories.map((memory, number) => {
    const partition = queue.partition(number);
    return { queue: partition, intake: new LogIntake({ queue: partition, shares, memory, forgotten: null }) };
  });
  return {
    intake: new AskingIntake(partitions, identities),
    queue,
    readiness: new QueueReadiness(queue, lastWrite),
    identities: () => memories.reduce((sum, { size }) => sum + size, 0),
    identitiesOf: (accountId) => {
      const tenantId = shares.tenantOf(accountId);
      return memories.reduce((sum, memory) => sum + memory.shares.countOf(tenantId), 0);
    },
  };
}
