import { availableParallelism } from "node:os";
import { isCluster } from "../../config/is-cluster.ts";
import type { Config } from "../../config/settings.ts";
import type { Log } from "../../platform/log.ts";

/**
 * How many threads listen. One in a cluster, where several ingest processes do the same, and on systems other than
 * Linux, whose kernels would give all connections to one of the threads that share a port.
 */
export function listenerCount(config: Config, log: Log): number {
  const { ingestThreads } = config;
  if (isCluster(config)) return 1;
  if (process.platform === "linux")
    return ingestThreads === "auto" ? listenersFor(availableParallelism()) : ingestThreads;
  if (ingestThreads !== "auto" && ingestThreads > 1)
    log.warn("several listener threads work on Linux only; one is used", { ingest_threads: ingestThreads });
  return 1;
}

/** Past so many, the intake thread and the processor have no more to do for them. */
const listenersMax = 10;

/**
 * A machine with few cores needs the others for the processor and the queue, and a request that passes between threads
 * costs more. On a larger one, five of eight cores can listen before the rest are busy (decision 0034).
 */
export function listenersFor(cores: number): number {
  return cores < 4 ? 1 : Math.min(listenersMax, Math.floor((cores * 5) / 8));
}
