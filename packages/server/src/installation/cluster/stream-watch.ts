import type { StreamInfo } from "@nats-io/jetstream";
import type { ClusterConfig } from "../../config/is-cluster.ts";
import { type Log, reasonOf } from "../../platform/log.ts";
import { type QueueStream, tooFewText } from "../../queue/jetstream/queue-stream.ts";
import { findUntestedServers } from "./check-versions.ts";
import { judgeStream } from "./judge-stream.ts";
import { findRecorded, type StreamParts } from "./open-right-stream.ts";
import { readQueueIdentity } from "./queue-identity.ts";

/** For processes that write or read the queue. */
const everyMs = 1000;
const versionsEveryMs = 10_000;

/** An operator has put another stream in the place of the one that this process uses. */
class StreamReplacedError extends Error {
  readonly code = "stream_replaced";
}

interface StreamWatchParts extends StreamParts {
  readonly stream: QueueStream;
  readonly log: Log;
  readonly config: StreamParts["config"] & Pick<ClusterConfig, "natsUrl" | "natsAllowUntested">;
}

/**
 * Compares the stream with the one that the positions belong to, as long as the process runs: a stream can be deleted,
 * created again or restored at any time. While NATS or PostgreSQL does not answer, nothing new is known.
 */
export class StreamWatch {
  readonly #parts: StreamWatchParts;
  readonly #replaced = Promise.withResolvers<never>();
  #problem: string | null = null;
  #askedVersionsMs = Number.NEGATIVE_INFINITY;
  #untestedServers: string | null = null;
  #timer: Timer | null = null;
  #looking: Promise<void> | null = null;

  constructor(parts: StreamWatchParts) {
    this.#parts = parts;
    this.#replaced.promise.catch(() => undefined);
  }

  /** Why no readings may be accepted, for people; null if the stream is the right one. */
  get problem(): string | null {
    return this.#problem;
  }

  /** Rejects when this process has to be started again, because it remembers too much about the old stream. */
  get replaced(): Promise<never> {
    return this.#replaced.promise;
  }

  async start(lookEveryMs = everyMs): Promise<void> {
    await this.look();
    this.#timer = setInterval(() => void this.look(), lookEveryMs);
  }

  async stop(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    await this.#looking;
  }

  look(): Promise<void> {
    this.#looking ??= this.#look()
      .catch((error: unknown) =>
        this.#parts.log.debug("the stream cannot be checked", { reason: reasonOf(error) }),
      )
      .finally(() => {
        this.#looking = null;
      });
    return this.#looking;
  }

  async #look(): Promise<void> {
    const { postgres, nats, config, stream } = this.#parts;
    const identity = await readQueueIdentity(postgres, config.clusterName);
    if (identity.id !== stream.id) {
      const text =
        "The queue continues in another stream since an operator ran `weir cluster adopt-stream`. Start this process again.";
      this.#change(text);
      this.#replaced.reject(new StreamReplacedError(text));
      return;
    }
    // Asked after the positions were read, because both grow.
    const found = await findRecorded(nats, identity);
    this.#change(
      judgeStream(identity, found) ?? (await this.#repairReplicas(found)) ?? (await this.#untested()),
    );
  }

  /** Gives the stream more replicas when there are servers for them. Resolves to what prevents it; null if nothing. */
  async #repairReplicas(found: StreamInfo | null): Promise<string | null> {
    const { stream, log, config } = this.#parts;
    const { queueReplicas: wanted } = config;
    if (found === null) return tooFewText(wanted);
    const { num_replicas: replicas } = found.config;
    if (replicas >= wanted) return null;
    try {
      await stream.manager.streams.update(stream.name, { ...found.config, num_replicas: wanted });
      log.info("the stream of the queue has all of its replicas", { before: replicas, now: wanted });
      return null;
    } catch {
      return `The stream ${stream.name} has ${replicas} of ${wanted} copies. ${tooFewText(wanted)}`;
    }
  }

  /** Asks seldom, because servers are seldom replaced. */
  async #untested(): Promise<string | null> {
    const { nats, config } = this.#parts;
    if (performance.now() - this.#askedVersionsMs < versionsEveryMs) return this.#untestedServers;
    this.#askedVersionsMs = performance.now();
    this.#untestedServers = await findUntestedServers(nats, config);
    return this.#untestedServers;
  }

  #change(problem: string | null): void {
    const { log } = this.#parts;
    if (problem !== null && this.#problem === null)
      log.error("readings are not accepted", { reason: problem });
    if (problem === null && this.#problem !== null)
      log.info("the stream of the queue is the right one again; readings are accepted");
    this.#problem = problem;
  }
}
