import type { Config } from "../../../config/settings.ts";
import type { RedisLink } from "../../../platform/redis/redis-link.ts";
import { identitiesShareMax } from "../../../queue/identities-share-max.ts";
import { RedisIdentities } from "../../../queue/jetstream/redis-identities.ts";
import { onlyPartition, type Position, startOf } from "../../../queue/position.ts";
import type { QueueReader } from "../../../queue/queue-reader.ts";

const readBytesMax = 1024 * 1024;
/** How long Redis may be unavailable before the remaining readings are left out. */
const patienceMs = 10_000;
const lookAgainMs = 50;

interface RecentReadings {
  readonly queue: QueueReader;
  readonly redis: RedisLink;
  /** The beginning of the keys of identities. */
  readonly prefix: string;
  readonly config: Pick<Config, "replayWindowS" | "duplicateWindowS" | "identitiesMax" | "identitiesShare">;
  readonly accountOf: (deviceId: number) => number | undefined;
  readonly nowMs: number;
}

/**
 * Copies the readings that were accepted within the replay window from the old queue to Redis, so that the cluster
 * calls repeats of them duplicates. Returns false if Redis did not take all of them; the store then finds such repeats.
 * Calling it twice changes nothing.
 */
export async function rememberRecent(recent: RecentReadings): Promise<boolean> {
  const { queue, redis, config, accountOf, nowMs } = recent;
  const windowMs = config.replayWindowS * 1000;
  const identities = new RedisIdentities({
    link: redis,
    prefix: recent.prefix,
    // For readings of a day that come only once, each account counts with itself.
    tenantOf: accountOf,
    windowMs,
    duplicateMs: config.duplicateWindowS * 1000,
    identitiesMax: config.identitiesMax,
    shareMax: identitiesShareMax(config),
  });
  // These readings are settled, so a request that repeats one has nothing to wait for.
  const position = startOf(onlyPartition);
  let after: Position | null = null;
  for (;;) {
    const entries = await queue.read(onlyPartition, after, readBytesMax);
    if (entries.length === 0) return true;
    for (const { appendedMs, data } of entries) {
      if (appendedMs < nowMs - windowMs || data.length === 0) continue;
      do {
        if (!(await isThere(redis))) return false;
        await identities.remember({ position, data });
      } while (redis.isAway);
    }
    after = entries.at(-1)!.position;
  }
}

async function isThere(redis: RedisLink): Promise<boolean> {
  const deadlineMs = performance.now() + patienceMs;
  while (redis.isAway) {
    if (performance.now() > deadlineMs) return false;
    await Bun.sleep(lookAgainMs);
  }
  return true;
}
