import type { Config } from "../../config/settings.ts";
import { IdentityMemory } from "../../ingest/classify/identity-memory.ts";
import { recallIdentities } from "../../ingest/classify/recall-identities.ts";
import { openQueue, openQueueReader } from "../../installation/open-installation.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import type { Position, Queue } from "../../queue/queue.ts";
import { QueueReadiness } from "../../queue/queue-readiness.ts";

/** The queue and the memory of duplicates, which live and die together: the one is derived from the other. */
export interface OpenedIntake {
  readonly queue: Queue;
  readonly memory: IdentityMemory;
  readonly readiness: QueueReadiness;
}

export interface IntakeOptions {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  readonly settledPosition: Position;
  readonly onAppended: (commitMs: number) => void;
}

export async function openIntake(options: IntakeOptions): Promise<OpenedIntake> {
  const { config, clock, log } = options;
  const replayMs = config.replayWindowS * 1000;
  const duplicateMs = config.duplicateWindowS * 1000;
  const memory = new IdentityMemory(config.identitiesMax, { replayMs, duplicateMs });
  let lastAppendLost = false;

  const queue = await openQueue({
    dataDir: config.data,
    retention: { windowMs: Math.max(replayMs, duplicateMs), readingsMax: config.identitiesMax },
    settledPosition: options.settledPosition,
    backlogBytesMax: config.queueBytesMax,
    nowMs: () => clock.nowMs(),
    onLost(reason) {
      memory.forgetPending();
      readiness.failed();
      if (!lastAppendLost) log.error("readings cannot be made durable; answering 503", { reason });
      lastAppendLost = true;
    },
    onAppended(commitMs) {
      readiness.wrote();
      if (lastAppendLost) log.info("readings can be made durable again");
      lastAppendLost = false;
      options.onAppended(commitMs);
    },
    onFatal(reason) {
      log.error("the queue failed and cannot be trusted; ending without answering", { reason });
      process.exit(1);
    },
  });

  const readiness = new QueueReadiness(queue);
  const reader = openQueueReader(config.data);
  recallIdentities(memory, reader, clock.nowMs() - Math.max(replayMs, duplicateMs));
  reader.close();
  return { queue, memory, readiness };
}
