import type { ActivityKeeper } from "../store/activity/activity-keeper.ts";
import type { Housekeeping } from "../store/housekeeping.ts";
import type { ChainRecords } from "./chains/chain-records.ts";
import type { PartitionScope } from "./partition-scope.ts";
import type { Processor } from "./processor.ts";
import type { AnswerTo, PurgeAccount, PurgeDevices, RemovedDevice } from "./processor-request.ts";
import { rowsPerStep } from "./purger.ts";

interface PurgeParts {
  readonly scope: PartitionScope;
  readonly processor: Processor;
  readonly records: ChainRecords;
  readonly activityKeeper: Pick<ActivityKeeper, "keep">;
  readonly housekeeping: Pick<
    Housekeeping,
    "removeSensor" | "removeLevels" | "removeStatistics" | "removeRecords" | "removeAccount"
  >;
  /** The epoch under which this process owns the partition. */
  readonly epoch: number;
  readonly nowMs: number;
}

const waiting = { deleted: 0, complete: false } as const;

/**
 * Deletes a portion of the records of removed devices of an account, no more than a batch of readings takes to settle.
 * The caller repeats the request until it is complete. Parked readings of the account are settled first, as those of removed
 * sensors, so that each is counted and none is written afterwards.
 */
export async function purgeDevices(
  { accountId, devices }: PurgeDevices,
  parts: PurgeParts,
): Promise<AnswerTo<PurgeDevices>> {
  const { scope, processor, records, activityKeeper, housekeeping, epoch, nowMs } = parts;
  const own = devices.filter(({ deviceId }) => scope.hasDevice(deviceId));
  if (own.length === 0) return { deleted: 0, complete: true };
  if (await hasBacklog(processor, accountId)) return waiting;
  // Counts that wait for the next batch would be written after their rows are gone.
  await processor.writeCounts();
  let deleted = 0;
  const isFull = (): boolean => deleted >= rowsPerStep;
  for (const sensorId of own.flatMap(({ sensorIds }) => sensorIds)) {
    deleted += await housekeeping.removeSensor(sensorId, rowsPerStep - deleted, epoch);
    if (isFull()) return { deleted, complete: false };
  }
  const deviceIds = own.map(({ deviceId }) => deviceId);
  for (const deviceId of deviceIds) {
    const levels = { deviceId, beforeUs: Number.MAX_SAFE_INTEGER, max: rowsPerStep - deleted };
    deleted += await housekeeping.removeLevels(levels, epoch);
    if (isFull()) return { deleted, complete: false };
  }
  deleted += await housekeeping.removeStatistics(deviceIds, rowsPerStep - deleted, epoch);
  if (isFull()) return { deleted, complete: false };
  const sensorIds = own.flatMap((device) => device.sensorIds);
  deleted += await housekeeping.removeRecords({ deviceIds, sensorIds, max: rowsPerStep - deleted }, epoch);
  if (isFull()) return { deleted, complete: false };
  await processor.change(() => forgetSensors(own, records));
  await activityKeeper.keep({ parts: [], forgottenDeviceIds: deviceIds, nowMs }, epoch);
  return { deleted, complete: true };
}

/** Deletes a portion of the records of an account that belong to no device, like `purgeDevices`. */
export async function purgeAccount(
  { accountId }: PurgeAccount,
  { processor, housekeeping, epoch }: PurgeParts,
): Promise<AnswerTo<PurgeAccount>> {
  if (await hasBacklog(processor, accountId)) return waiting;
  await processor.writeCounts();
  const deleted = await housekeeping.removeAccount(accountId, rowsPerStep, epoch);
  return { deleted, complete: deleted < rowsPerStep };
}

function forgetSensors(devices: readonly RemovedDevice[], records: ChainRecords): void {
  for (const { sensorIds } of devices) for (const sensorId of sensorIds) records.forgetSensor(sensorId);
}

function hasBacklog(processor: Processor, accountId: number): Promise<boolean> {
  return processor.inTurn(async () => {
    const { backlogs } = processor.turns;
    await backlogs.refresh();
    return backlogs.has(accountId);
  });
}
