import type { Config } from "../../config/settings.ts";
import { identitiesShareMax } from "../../queue/identities-share-max.ts";
import { LastWrite } from "../../queue/last-write.ts";
import { ForgottenReadings, importPatience } from "../../queue/log-intake/forgotten-readings.ts";
import { IdentityMemory } from "../../queue/log-intake/identity-memory.ts";
import { LogIntake } from "../../queue/log-intake/log-intake.ts";
import { recallIdentities } from "../../queue/log-intake/recall-identities.ts";
import { type Position, partitionOfDevice, startOf } from "../../queue/position.ts";
import type { SettledProgress } from "../../queue/queue.ts";
import { QueueReadiness } from "../../queue/queue-readiness.ts";
import { recallShares } from "../../queue/recall-shares.ts";
import { SqliteLogQueue } from "../../queue/sqlite-log/sqlite-log-queue.ts";
import { SqliteLogReader } from "../../queue/sqlite-log/sqlite-log-reader.ts";
import { syncFoundLog } from "../../queue/sqlite-log/sync-found-log.ts";
import type { WantedReadings } from "../../queue/wanted-readings.ts";
import { readStoreProgress } from "../../store/engine/sqlite/read-store-progress.ts";
import { slowestOf } from "../../store/partition-progress.ts";
import type { IntakeOptions, IntakeQueue, OpenedIntake } from "../installation.ts";

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
  const settledPositions = readStoreProgress(config.data).map(({ position }) => position);
  const partitions = settledPositions.length;
  const partitionOf = (deviceId: number): number => partitionOfDevice(deviceId, partitions);
  const all = settledPositions.map(({ partition }) => partition);
  let lastAppendLost = false;

  const queue = await SqliteLogQueue.open({
    dataDir: config.data,
    retention: { windowMs: Math.max(replayMs, duplicateMs), readingsMax: config.identitiesMax },
    settledPosition: settledPositions.reduce(slowestOf),
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
      options.onAppended(all, commitMs);
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
  const findInAll = (readings: WantedReadings, { sequence }: Position) =>
    findStored(
      readings,
      all.map((partition) => ({ partition, sequence })),
    );
  const forgottenParts = { memory, queue, findStored: findInAll, onLookedUp, toleranceMs };
  const forgotten = new ForgottenReadings(forgottenParts);
  const forgottenByImports = new ForgottenReadings({ ...forgottenParts, patience: importPatience });
  return {
    intake: new LogIntake({ queue, shares, memory, forgotten, partitionOf }),
    importIntake: new LogIntake({ queue, shares, memory, forgotten: forgottenByImports, partitionOf }),
    queue: forPartitions(queue, settledPositions),
    readiness,
    settledPositions,
    async recallShares() {
      const unsettled = new SqliteLogReader(config.data, partitions);
      for (const position of settledPositions) {
        const isOwn = (deviceId: number) => partitionOf(deviceId) === position.partition;
        const accountOf = (deviceId: number) => (isOwn(deviceId) ? options.accountOf(deviceId) : undefined);
        await recallShares(shares, unsettled, position, accountOf);
      }
      await unsettled.close();
    },
    identities: () => memory.size,
    identitiesOf: (accountId) => memory.shares.countOf(shares.tenantOf(accountId)),
  };
}

/** The queue as all partitions see it, which share it. It keeps what the slowest of them needs. */
function forPartitions(queue: SqliteLogQueue, settledPositions: readonly Position[]): IntakeQueue {
  const reports: SettledProgress[] = settledPositions.map((position) => ({
    position,
    durablePosition: startOf(position.partition),
  }));
  const lastPositionOf = (partition: number): Position => ({ ...queue.lastPosition, partition });
  return {
    count: (counter, by) => queue.count(counter, by),
    hasRoom: () => queue.hasRoom(),
    settled(progress) {
      reports[progress.position.partition] = progress;
      queue.settled({
        position: reports.map(({ position }) => position).reduce(slowestOf),
        durablePosition: reports.map(({ durablePosition }) => durablePosition).reduce(slowestOf),
      });
    },
    totals: () => queue.totals(),
    lastPositionOf,
    lastPositions: () => settledPositions.map(({ partition }) => lastPositionOf(partition)),
    // Nothing to do, because a write to a file succeeds or fails soon.
    hurry: () => undefined,
    close: () => queue.close(),
  };
}
