import { onlyPartition } from "../../../queue/position.ts";
import type {
  Housekeeping,
  MergeableRows,
  MergeStep,
  OldLevels,
  ReadingRange,
  RecordsOfDevices,
} from "../../housekeeping.ts";
import { BatteryRemover } from "../../readings/sqlite/battery-remover.ts";
import { ReadingRemover } from "../../readings/sqlite/reading-remover.ts";
import type { SqliteReadingStore } from "../../readings/sqlite/sqlite-reading-store.ts";
import {
  removeAccountRows,
  removeDeviceRecords,
  tablesOfAll,
  tablesOfPartitions,
} from "../../removed-rows.ts";
import type { SqliteStatisticsStore } from "../../statistics/writer-sqlite.ts";
import type { Work } from "../store-writer.ts";
import { runWork } from "./run-work.ts";
import { sqliteStoreDialect as dialect } from "./sqlite-store-dialect.ts";

const tablesOfAccounts = [...tablesOfPartitions, ...tablesOfAll];

/**
 * Tidies the store on the processor's connection, because it shares the memory of the newest readings with batches. What
 * concerns the readings of no sensor in particular is done for the first partition only.
 */
export class SqliteHousekeeping implements Housekeeping {
  readonly #store: SqliteReadingStore;
  readonly #statistics: SqliteStatisticsStore;
  readonly #partition: number;
  readonly #readings: ReadingRemover;
  readonly #levels: BatteryRemover;

  constructor(store: SqliteReadingStore, statistics: SqliteStatisticsStore, partition = onlyPartition) {
    this.#store = store;
    this.#partition = partition;
    this.#statistics = statistics;
    this.#readings = new ReadingRemover(store.database);
    this.#levels = new BatteryRemover(store.database);
  }

  async isFilingDue(): Promise<boolean> {
    return this.#isFirst && this.#store.rowFiler.isDue();
  }

  async fileRows(epoch: number): Promise<boolean> {
    return this.#isFirst && this.#write(epoch, () => this.#store.rowFiler.file());
  }

  async sensorWithRowsAfter(sensorId: number): Promise<number | null> {
    return this.#store.rowMerger.sensorAfter(sensorId);
  }

  async mergeRows(rows: MergeableRows, epoch: number): Promise<MergeStep | null> {
    const { sensorId, fromUs, quietSinceUs } = rows;
    return this.#write(epoch, () => this.#store.rowMerger.merge(sensorId, fromUs, quietSinceUs));
  }

  async sensorWithSmallBlocksAfter(sensorId: number): Promise<number | null> {
    return this.#store.blockPacker.sensorAfter(sensorId);
  }

  async packBlocks(sensorId: number, fromUs: number, epoch: number): Promise<MergeStep | null> {
    return this.#write(epoch, () => this.#store.blockPacker.pack(sensorId, fromUs));
  }

  async releaseSpace(epoch: number): Promise<boolean> {
    return this.#isFirst && this.#write(epoch, () => this.#store.rowMerger.releaseSome());
  }

  async removeSensor(sensorId: number, max: number, epoch: number): Promise<number> {
    return this.#write(epoch, () => this.#readings.remove(sensorId, max));
  }

  async removeRange({ sensorId, fromUs, toUs, max }: ReadingRange, epoch: number): Promise<number> {
    return this.#write(epoch, () => this.#readings.removeRange(sensorId, fromUs, toUs, max));
  }

  async deviceWithLevelsAfter(deviceId: number): Promise<number | null> {
    return this.#levels.deviceAfter(deviceId);
  }

  async removeLevels({ deviceId, beforeUs, max }: OldLevels, epoch: number): Promise<number> {
    return this.#write(epoch, () => this.#levels.removeBefore(deviceId, beforeUs, max));
  }

  async removeStatistics(deviceIds: readonly number[], max: number, epoch: number): Promise<number> {
    return this.#write(epoch, () => this.#statistics.removeDevices(deviceIds, max));
  }

  async removeRecords(records: RecordsOfDevices, epoch: number): Promise<number> {
    return this.#write(epoch, () => this.#run(() => removeDeviceRecords(dialect, records)).removed);
  }

  async removeAccount(accountId: number, max: number, epoch: number): Promise<number> {
    return this.#write(epoch, () => {
      const removed = this.#run(() => removeAccountRows(dialect, tablesOfAccounts, { accountId, max }));
      return removed < max ? removed + this.#statistics.removeAccount(accountId, max - removed) : removed;
    });
  }

  /** Called after every batch, so a transaction is begun only if there is something to do. */
  async tidyStatistics(nowMs: number, epoch: number): Promise<boolean> {
    if (!this.#isFirst || !this.#statistics.isTidyDue(nowMs)) return false;
    return this.#write(epoch, () => this.#statistics.tidy(nowMs));
  }

  get #isFirst(): boolean {
    return this.#partition === onlyPartition;
  }

  #run<T>(work: () => Work<T>): T {
    return runWork(this.#store.database, work);
  }

  #write<T>(epoch: number, work: () => T): Promise<T> {
    return this.#store.writeInTurn({ partition: this.#partition, epoch }, work);
  }
}
