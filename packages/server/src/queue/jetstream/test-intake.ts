import { openJetStreamIntake } from "../../installation/cluster/open-jetstream-intake.ts";
import { createLog } from "../../platform/log.ts";
import { RedisLink } from "../../platform/redis/redis-link.ts";
import { QueueShares } from "../queue-shares.ts";
import { noShareLimits } from "../test-share-limits.ts";
import { JetStreamReader } from "./jetstream-reader.ts";
import type { QueueStream } from "./queue-stream.ts";
import { noCounts, openTestStream } from "./test-queue.ts";

export interface TestNodeOptions {
  readonly natsUrl: string;
  readonly redisUrl: string;
  readonly prefix: string;
  readonly bytesMax?: number;
  readonly partitions?: number;
  /** Puts something between the intake and the servers. */
  readonly between?: (stream: QueueStream) => QueueStream;
}

const log = createLog("error", "test", () => undefined);

/** For tests: the intake of one node, on real servers. */
export async function openTestIntake({ natsUrl, redisUrl, prefix, ...options }: TestNodeOptions) {
  const { between = (direct: QueueStream) => direct, ...ofStream } = options;
  const stream = await openTestStream({ url: natsUrl, prefix, partitions: 1, ...ofStream });
  const redis = await RedisLink.open({ url: redisUrl, log });
  const opened = await openJetStreamIntake({
    config: { replayWindowS: 86_400, duplicateWindowS: 60, identitiesMax: 100_000, identitiesShare: 25 },

    log,
    stream: between(stream),
    redis,
    redisPrefix: prefix,
    shares: new QueueShares(noShareLimits),
    counts: noCounts,
    accountOf: () => 1,
    onAppended: () => undefined,
  });
  return {
    ...opened,
    stream,
    redis,
    async [Symbol.asyncDispose]() {
      await opened.queue.close();
      redis.close();
      await stream[Symbol.asyncDispose]();
    },
  };
}

/** For tests: the data of all entries, partition by partition. */
export async function readTestStream(stream: QueueStream): Promise<Uint8Array[]> {
  const reader = new JetStreamReader(stream);
  const entries: Uint8Array[] = [];
  for (let partition = 0; partition < stream.partitions; partition++) {
    const read = await reader.read(partition, null, Number.MAX_SAFE_INTEGER);
    entries.push(...read.map(({ data }) => data));
  }
  await reader.close();
  return entries;
}
