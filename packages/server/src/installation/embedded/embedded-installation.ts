import type { Bus } from "../../bus/bus.ts";
import type { Role } from "../../bus/messages.ts";
import type { Config } from "../../config/settings.ts";
import type { Control, ControlReader } from "../../control/control.ts";
import type { ControlOptions } from "../../control/control-options.ts";
import { loadTokenKey, type TokenKey } from "../../control/sealing/token-key.ts";
import type { Counters } from "../../counters/counters.ts";
import type { ReportedCounters } from "../../counters/reported-counters.ts";
import type { Limiter } from "../../limit/limiter.ts";
import type { StorageUse } from "../../manage/system/system-status.ts";
import { systemClock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import type { AcceptedReadings } from "../../queue/accepted-readings.ts";
import type { QueueTotals } from "../../queue/queue.ts";
import type { QueueReader } from "../../queue/queue-reader.ts";
import type { ActivityQueries } from "../../store/activity/queries.ts";
import type { ChainQueries } from "../../store/chain-queries.ts";
import { readStoreProgress } from "../../store/engine/sqlite/read-store-progress.ts";
import type { OutboxQueries } from "../../store/outbox/queries.ts";
import type { ReadingQueries } from "../../store/readings/reading-queries.ts";
import type { ReceiptQueries } from "../../store/receipts/queries.ts";
import type { StatisticsQueries } from "../../store/statistics/statistics-queries.ts";
import type {
  Installation,
  IntakeOptions,
  OpenedIntake,
  OpenedOutbox,
  OpenedStore,
} from "../installation.ts";
import { onlyPlace, type ProcessPlace } from "../starting-role.ts";

/**
 * The installation on one machine: SQLite files in a data folder, and processes that talk over sockets in it.
 *
 * Adapters are loaded when they are opened, because every command and every listener thread loads this file and needs
 * only a small part of it.
 */
export class EmbeddedInstallation implements Installation {
  readonly dataFolder: string;
  readonly clock = systemClock;
  readonly lastWord = { timeoutMs: 5000, isPatient: true };
  readonly #config: Config;
  readonly #place: ProcessPlace;
  #partitions: number | null = null;

  constructor(config: Config, place = onlyPlace) {
    this.#config = config;
    this.#place = place;
    this.dataFolder = config.data;
  }

  /** Read when it is first asked for, because the data folder may still have to be prepared. */
  get partitions(): number {
    this.#partitions ??= readStoreProgress(this.dataFolder).length;
    return this.#partitions;
  }

  loadKey(): TokenKey {
    const { tokenKey, tokenKeyPrevious } = this.#config;
    return loadTokenKey(this.dataFolder, tokenKey ?? undefined, tokenKeyPrevious ?? undefined);
  }

  async openBus(role: Role, log: Log): Promise<Bus> {
    const { LocalBus } = await import("../../bus/local/local-bus.ts");
    const { number, processes } = this.#settling();
    return new LocalBus({
      dataDir: this.dataFolder,
      member: role,
      number: role === "process" ? number : 0,
      processes,
      log,
    });
  }

  async openControl(options: ControlOptions): Promise<Control> {
    const { openSqliteControl } = await import("../../control/sqlite/open-sqlite-control.ts");
    return openSqliteControl(this.dataFolder, options);
  }

  shareLimiter(_name: string, local: Limiter): Limiter {
    return local;
  }

  async readControl(): Promise<ControlReader> {
    const { openControlReader } = await import("../../control/sqlite/open-sqlite-control.ts");
    return openControlReader(this.dataFolder);
  }

  /** Only one process at a time may have it open. */
  async openIntake(options: IntakeOptions): Promise<OpenedIntake> {
    const { openEmbeddedIntake } = await import("./open-intake.ts");
    return openEmbeddedIntake(this.#config, options);
  }

  /**
   * Syncs the log that it finds before anything is read: a write that a kill has left in doubt must be settled only
   * when a power cut can no longer lose it. The sync follows the opening of the file, because no such write can appear
   * after that.
   */
  async openQueueReader(): Promise<QueueReader> {
    const { SqliteLogReader } = await import("../../queue/sqlite-log/sqlite-log-reader.ts");
    const { syncFoundLog } = await import("../../queue/sqlite-log/sync-found-log.ts");
    const reader = new SqliteLogReader(this.dataFolder, this.partitions);
    syncFoundLog(this.dataFolder);
    return reader;
  }

  async openStore(): Promise<OpenedStore> {
    const { openEmbeddedStore } = await import("./open-store.ts");
    const limits = { quarantinedMaxPerAccount: this.#config.quarantinedPerAccount };
    return openEmbeddedStore(this.dataFolder, limits, this.#settling());
  }

  async openOutbox(): Promise<OpenedOutbox> {
    const { openSqliteOutbox } = await import("../../store/outbox/open-outbox-sqlite.ts");
    return openSqliteOutbox(this.dataFolder);
  }

  async openCommittedCounters(): Promise<Counters> {
    const { FileCounters } = await import("./file-counters.ts");
    return new FileCounters(this.dataFolder);
  }

  async openCounters(askQueue: () => Promise<QueueTotals>): Promise<ReportedCounters> {
    const { AskedCounters } = await import("../../counters/asked/asked-counters.ts");
    const settled = readStoreProgress(this.dataFolder);
    return new AskedCounters({ committed: await this.openCommittedCounters(), askQueue, settled });
  }

  async openReadingQueries(): Promise<ReadingQueries> {
    const { SqliteReadingQueries } = await import("../../store/readings/sqlite/sqlite-reading-queries.ts");
    return new SqliteReadingQueries(this.dataFolder);
  }

  async openChainQueries(): Promise<ChainQueries> {
    const { SqliteStoreReader } = await import("../../store/engine/sqlite/sqlite-store-reader.ts");
    const { chainQueries } = await import("../../store/chain-queries.ts");
    return chainQueries(new SqliteStoreReader(this.dataFolder));
  }

  async openOutboxQueries(): Promise<OutboxQueries> {
    const { SqliteStoreReader } = await import("../../store/engine/sqlite/sqlite-store-reader.ts");
    const { outboxQueries } = await import("../../store/outbox/queries.ts");
    return outboxQueries(new SqliteStoreReader(this.dataFolder));
  }

  async openActivityQueries(): Promise<ActivityQueries> {
    const { SqliteStoreReader } = await import("../../store/engine/sqlite/sqlite-store-reader.ts");
    const { activityQueries } = await import("../../store/activity/queries.ts");
    return activityQueries(new SqliteStoreReader(this.dataFolder));
  }

  async openReceiptQueries(): Promise<ReceiptQueries> {
    const { SqliteStoreReader } = await import("../../store/engine/sqlite/sqlite-store-reader.ts");
    const { receiptQueries } = await import("../../store/receipts/queries.ts");
    return receiptQueries(new SqliteStoreReader(this.dataFolder));
  }

  async openStatisticsQueries(): Promise<StatisticsQueries> {
    const { sqliteStatistics } = await import("../../store/statistics/queries-sqlite.ts");
    return sqliteStatistics(this.dataFolder);
  }

  async openAcceptedReadings(): Promise<AcceptedReadings> {
    const { SqliteAcceptedReadings } = await import("../../queue/sqlite-log/sqlite-accepted-readings.ts");
    return new SqliteAcceptedReadings(this.dataFolder);
  }

  async readStorage(): Promise<StorageUse> {
    const { readFolderStorage } = await import("./read-folder-storage.ts");
    return readFolderStorage(this.dataFolder);
  }

  /** Always true, because a change is announced to every process before it takes effect. */
  mayAct(): boolean {
    return true;
  }

  async missing(): Promise<readonly string[]> {
    return [];
  }

  refusals(): readonly string[] {
    return [];
  }

  notes(): readonly string[] {
    return [];
  }

  async readMembers(): Promise<null> {
    return null;
  }

  async readCluster(): Promise<null> {
    return null;
  }

  async close(): Promise<void> {}

  /** There may be fewer partitions than processes. Then some have nothing to settle, and nobody asks them. */
  #settling(): ProcessPlace {
    const { number, processes } = this.#place;
    return { number, processes: Math.min(processes, this.partitions) };
  }
}
