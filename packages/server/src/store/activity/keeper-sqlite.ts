import { onlyPartition } from "../../queue/position.ts";
import type { Connection } from "../partition-progress.ts";
import type { SqliteReadingStore } from "../readings/sqlite/sqlite-reading-store.ts";
import type { SqliteStatisticsStore } from "../statistics/writer-sqlite.ts";
import type { ActivityBatch, ActivityKeeper, ActivityPart } from "./activity-keeper.ts";
import type { SqliteActivityStore } from "./store-sqlite.ts";

/** The approximate size of a row in the file. */
const rowBytes = 100;

/** The writers of each subject. All use the connection of the reading store. */
interface ActivityKeeperParts {
  readonly store: SqliteReadingStore;
  readonly activity: SqliteActivityStore;
  readonly statistics: Pick<SqliteStatisticsStore, "add" | "addRefused">;
  readonly partition?: number;
}

export class SqliteActivityKeeper implements ActivityKeeper {
  readonly #parts: ActivityKeeperParts;

  constructor(parts: ActivityKeeperParts) {
    this.#parts = parts;
  }

  async connected(connections: readonly Connection[], epoch: number): Promise<void> {
    await this.#write(epoch, () => this.#parts.store.connected(connections));
  }

  async keep({ parts, forgottenDeviceIds, nowMs }: ActivityBatch, epoch: number): Promise<void> {
    const { store, activity } = this.#parts;
    const bytes = await this.#write(epoch, () => {
      let bytes = 0;
      for (const part of parts) bytes += this.#keepPart(part, nowMs);
      for (const deviceId of forgottenDeviceIds) activity.forgetDevice(deviceId);
      return bytes;
    });
    store.wrote(bytes);
  }

  async releaseQuarantined(accountId: number, ids: readonly number[], epoch: number): Promise<number> {
    return this.#write(epoch, () => this.#parts.activity.releaseQuarantined(accountId, ids));
  }

  async devices(): Promise<ReadonlySet<number>> {
    return this.#parts.activity.devices();
  }

  #keepPart(part: ActivityPart, nowMs: number): number {
    const { activity, statistics } = this.#parts;
    const { clocks, times, quarantined, troubles, counts, refusedRequests } = part;
    const bytes = activity.keep(part) + bytesBeside(part);
    for (const { deviceId, clockOffsetMs, arrivalMs } of clocks) {
      activity.clockOffset(deviceId, clockOffsetMs, arrivalMs);
    }
    for (const sent of times) activity.sentTimes(sent);
    activity.quarantine(quarantined);
    for (const [deviceId, atMs] of troubles) activity.troubled(deviceId, atMs);
    if (counts.length > 0) statistics.add(counts, nowMs);
    statistics.addRefused(refusedRequests, nowMs);
    return bytes;
  }

  #write<T>(epoch: number, work: () => T): Promise<T> {
    const { store, partition = onlyPartition } = this.#parts;
    return store.writeInTurn({ partition, epoch }, work);
  }
}

/** Estimates how many bytes are written besides the requests. */
function bytesBeside(part: ActivityPart): number {
  const { clocks, times, quarantined, troubles, counts, refusedRequests } = part;
  const beside = [clocks, times, quarantined, counts, refusedRequests];
  const rows = beside.reduce((sum, { length }) => sum + length, troubles.size);
  return quarantined.reduce((bytes, { entry }) => bytes + entry.length, rows * rowBytes);
}
