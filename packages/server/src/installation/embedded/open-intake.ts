import type { Config } from "../../config/settings.ts";
import { identitiesShareMax } from "../../queue/identities-share-max.ts";
import { LastWrite } from "../../queue/last-write.ts";
import { ForgottenReadings, importPatience } from "../../queue/log-intake/forgotten-readings.ts";
import { IdentityMemory } from "../../queue/log-intake/identity-memory.ts";
import { LogIntake } from "../../queue/log-intake/log-intake.ts";
import { recallIdentities } from "../../queue/log-intake/recall-identities.ts";
import { onlyPartition } from "../../queue/position.ts";
import { QueueReadiness } from "../../queue/queue-readiness.ts";
import { recallShares } from "../../queue/recall-shares.ts";
import { SqliteLogQueue } from "../../queue/sqlite-log/sqlite-log-queue.ts";
import { SqliteLogReader } from "../../queue/sqlite-log/sqlite-log-reader.ts";
import { syncFoundLog } from "../../queue/sqlite-log/sync-found-log.ts";
import type { IntakeOptions, IntakeQueue, OpenedIntake } from "../installation.ts";
import { FileCounters } from "./file-counters.ts";

/**
 * The queue and the duplicate memory, which are opened and closed together, because the memory is derived from the
 * queue.
 */
export async function openEmbeddedIntake(config: Config, options: IntakeOptions): Promise<OpenedIntake> {
  const { clock, log, shares, findStored, onLookedUp } = options;
  const replayMs = config.replayWindowS * 1000;
  const duplicateMs = config.duplicateWindowS * 1000;
  const shareMax = identitiesShareMax(config);
  const memory = new IdentityMemory(config.identitiesMax, { replayMs, duplicateMs }, shareMax);
  const lastWrite = new LastWrite();
  const { settledPosition } = await new FileCounters(config.data).read();
  let lastAppendLost = false;

  const queue = await SqliteLogQueue.open({
    dataDir: config.data,
    retention: { windowMs: Math.max(replayMs, duplicateMs), readingsMax: config.identitiesMax },
    settledPosition,
    backlogBytesMax: config.queueBytesMax,
    nowMs: () => clock.nowMs(),
    onLost(reason) {
      memory.forgetPending();
      lastWrite.failed();
      if (!lastAppendLost) log.error("readings cannot be made durable; answering 503", { reason });
      lastAppendLost = true;
    },
    onAppended(commitMs) {
      lastWrite.wrote();
      if (lastAppendLost) log.info("readings can be made durable again");
      lastAppendLost = false;
      options.onAppended(onlyPartition, commitMs);
    },
    onFatal(reason) {
      log.error("the queue failed and can no longer be trusted; the process ends without answering", {
        reason,
      });
      process.exit(1);
    },
  });

  const readiness = new QueueReadiness(queue, lastWrite);
  const reader = new SqliteLogReader(config.data);
  syncFoundLog(config.data);
  await recallIdentities(memory, reader, clock.nowMs() - Math.max(replayMs, duplicateMs));
  reader.close();
  const toleranceMs = config.clockToleranceS * 1000;
  const forgottenParts = { memory, queue, findStored, onLookedUp, toleranceMs };
  const forgotten = new ForgottenReadings(forgottenParts);
  const forgottenByImports = new ForgottenReadings({ ...forgottenParts, patience: importPatience });
  return {
    intake: new LogIntake({ queue, shares, memory, forgotten }),
    importIntake: new LogIntake({ queue, shares, memory, forgotten: forgottenByImports }),
    queue: ofOnePartition(queue),
    readiness,
    settledPositions: [settledPosition],
    async recallShares() {
      const unsettled = new SqliteLogReader(config.data);
      await recallShares(shares, unsettled, settledPosition, options.accountOf);
      await unsettled.close();
    },
    identities: () => memory.size,
    identitiesOf: (accountId) => memory.shares.countOf(shares.tenantOf(accountId)),
  };
}

function ofOnePartition(queue: SqliteLogQueue): IntakeQueue {
  return {
    count: (counter, by) => queue.count(counter, by),
    hasRoom: () => queue.hasRoom(),
    settled: (progress) => queue.settled(progress),
    totals: () => queue.totals(),
    lastPositionOf: () => queue.lastPosition,
    lastPositions: () => [queue.lastPosition],
    // Nothing to do, because a write to a file succeeds or fails soon.
    hurry: () => undefined,
    close: () => queue.close(),
  };
}
