import type { RedisView } from "@weir/protocol/closed-sets";
import type { Bus } from "../../bus/bus.ts";
import type { Role } from "../../bus/messages.ts";
import type { ClusterConfig } from "../../config/is-cluster.ts";
import type { Control, ControlReader } from "../../control/control.ts";
import type { ControlOptions } from "../../control/control-options.ts";
import {
  openPostgresControl,
  openPostgresControlReader,
} from "../../control/postgres/open-postgres-control.ts";
import { loadTokenKey, type TokenKey } from "../../control/sealing/token-key.ts";
import type { Counters } from "../../counters/counters.ts";
import type { ReportedCounters } from "../../counters/reported-counters.ts";
import type { Limiter, LimitOptions } from "../../limit/limiter.ts";
import { RedisLimiter } from "../../limit/redis/redis-limiter.ts";
import type { ClusterMembers, ClusterStatus } from "../../manage/system/cluster-status.ts";
import type { StorageUse } from "../../manage/system/system-status.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import type { AcceptedReadings } from "../../queue/accepted-readings.ts";
import { JetStreamAcceptedReadings } from "../../queue/jetstream/jetstream-accepted-readings.ts";
import { JetStreamReader } from "../../queue/jetstream/jetstream-reader.ts";
import { QueueBacklog } from "../../queue/jetstream/queue-backlog.ts";
import type { QueueReader } from "../../queue/queue-reader.ts";
import type { ActivityQueries } from "../../store/activity/queries.ts";
import { postgresActivityQueries } from "../../store/activity/queries-postgres.ts";
import { type ChainQueries, chainQueries } from "../../store/chain-queries.ts";
import { PostgresStoreReader } from "../../store/engine/postgres/postgres-store-reader.ts";
import { StoreDatabase } from "../../store/engine/postgres/store-database.ts";
import { type OutboxQueries, outboxQueries } from "../../store/outbox/queries.ts";
import { PostgresReadingQueries } from "../../store/readings/postgres/postgres-reading-queries.ts";
import type { ReadingQueries } from "../../store/readings/reading-queries.ts";
import type { ReceiptQueries } from "../../store/receipts/queries.ts";
import { receiptQueries } from "../../store/receipts/queries.ts";
import { postgresStatistics } from "../../store/statistics/queries-postgres.ts";
import type { StatisticsQueries } from "../../store/statistics/statistics-queries.ts";
import type {
  Installation,
  IntakeOptions,
  OpenedIntake,
  OpenedOutbox,
  OpenedStore,
} from "../installation.ts";
import type { StartingRole } from "../starting-role.ts";
import { ClusterCounters } from "./cluster-counters.ts";
import { type ClusterEngines, openEngines } from "./cluster-engines.ts";
import { readClusterProgress, readOwners } from "./cluster-progress.ts";
import { ClusterReader } from "./cluster-reader.ts";
import { readClusterStorage } from "./cluster-storage.ts";
import { withoutLease } from "./lease.ts";
import { type ClusterBus, openClusterBus } from "./open-cluster-bus.ts";
import { openClusterIntake } from "./open-cluster-intake.ts";
import { openClusterOutbox, openClusterStore } from "./open-cluster-store.ts";
import { noteLastSequence } from "./queue-identity.ts";
import { QueueKeeper } from "./queue-keeper.ts";

const redisAway =
  "This process cannot reach Redis: it limits requests on its own, and duplicates of what other processes accepted are found by the store alone.";

/** The installation on NATS, PostgreSQL and Redis, as opened by one process of a cluster. */
export class ClusterInstallation implements Installation {
  readonly partitions: number;
  readonly dataFolder = null;
  readonly lastWord = { timeoutMs: 1000 };
  readonly #config: ClusterConfig;
  readonly clock: Clock;
  readonly #starting: StartingRole;
  readonly #engines: ClusterEngines;
  readonly #database: StoreDatabase;
  #bus: ClusterBus | null = null;
  #keeper: QueueKeeper | null = null;
  #backlog: QueueBacklog | null = null;
  #reader: ClusterReader | null = null;

  /** Waits for the engines. */
  static async open(config: ClusterConfig, starting: StartingRole): Promise<ClusterInstallation> {
    return new ClusterInstallation(config, starting, await openEngines(config, starting));
  }

  private constructor(config: ClusterConfig, starting: StartingRole, engines: ClusterEngines) {
    this.#config = config;
    this.#starting = starting;
    this.#engines = engines;
    this.clock = engines.clock;
    this.partitions = engines.stream.partitions;
    this.#database = new StoreDatabase(engines.postgres);
  }

  loadKey(): TokenKey {
    const { tokenKey, tokenKeyPrevious } = this.#config;
    // With a given key, nothing is read from a folder.
    return loadTokenKey("", tokenKey, tokenKeyPrevious ?? undefined);
  }

  async openBus(role: Role, log: Log): Promise<Bus> {
    const { postgresUrl, clusterName: prefix } = this.#config;
    this.#bus = await openClusterBus({
      nats: this.#engines.nats,
      postgresUrl,
      role,
      prefix,
      log,
      owners: () => readOwners(this.#database),
      redis: () => this.#redisView(),
      key: this.loadKey(),
    });
    return this.#bus.bus;
  }

  openControl(options: ControlOptions): Promise<Control> {
    const { role, log } = this.#starting;
    return openPostgresControl(this.#config.postgresUrl, {
      ...options,
      applicationName: `weir ${role}`,
      log,
    });
  }

  readControl(): Promise<ControlReader> {
    const { role } = this.#starting;
    return openPostgresControlReader(this.#config.postgresUrl, { applicationName: `weir ${role}` });
  }

  shareLimiter(name: string, local: Limiter, options: LimitOptions): Limiter {
    const { limit, windowMs, keysMax } = options;
    const { redis: link } = this.#engines;
    if (link === null) return local;
    const shared = `${this.#config.clusterName}:l:${name}`;
    const { limitClock: clock = "redis" } = this.#starting;
    return new RedisLimiter({ limit, windowMs, keysMax, link, local, name: shared, clock });
  }

  openIntake(options: IntakeOptions): Promise<OpenedIntake> {
    const parts = { config: this.#config, engines: this.#engines, database: this.#database };
    return openClusterIntake({ ...parts, mayAccept: () => this.mayAct() && !this.#isStreamWrong() }, options);
  }

  async openQueueReader(): Promise<QueueReader> {
    const { stream, streamWatch } = this.#engines;
    return new JetStreamReader(stream, () => streamWatch.problem ?? (this.mayAct() ? null : withoutLease));
  }

  openStore(): Promise<OpenedStore> {
    this.#keeper = this.#keepQueue();
    return openClusterStore({
      database: this.#database,
      clock: this.clock,
      partitions: this.partitions,
      quarantinedMaxPerAccount: this.#config.quarantinedPerAccount,
      memberId: () => this.#member().id(),
      processors: async () =>
        (await this.#member().listed()).filter(({ role, isRevoked }) => role === "process" && !isRevoked)
          .length,
    });
  }

  async openOutbox(): Promise<OpenedOutbox> {
    return openClusterOutbox(this.#database, this.#member().id());
  }

  async openCommittedCounters(): Promise<Counters> {
    return this.openCounters();
  }

  async openCounters(): Promise<ReportedCounters> {
    return new ClusterCounters(this.#database, this.#countBacklog());
  }

  async openReadingQueries(): Promise<ReadingQueries> {
    return new PostgresReadingQueries(this.#database, this.clock);
  }

  async openChainQueries(): Promise<ChainQueries> {
    return chainQueries(new PostgresStoreReader(this.#database));
  }

  async openOutboxQueries(): Promise<OutboxQueries> {
    return outboxQueries(new PostgresStoreReader(this.#database));
  }

  async openActivityQueries(): Promise<ActivityQueries> {
    return postgresActivityQueries(this.#database);
  }

  async openReceiptQueries(): Promise<ReceiptQueries> {
    return receiptQueries(new PostgresStoreReader(this.#database));
  }

  async openStatisticsQueries(): Promise<StatisticsQueries> {
    return postgresStatistics(this.#database);
  }

  async openAcceptedReadings(): Promise<AcceptedReadings> {
    return new JetStreamAcceptedReadings(this.#engines.stream);
  }

  readStorage(): Promise<StorageUse> {
    return readClusterStorage(this.#engines);
  }

  get broken(): Promise<never> {
    // A deliverer has nothing to do with the queue.
    return this.#starting.role === "deliver"
      ? new Promise(() => undefined)
      : this.#engines.streamWatch.replaced;
  }

  mayAct(): boolean {
    return this.#member().isLeaseHeld();
  }

  missing(): Promise<readonly string[]> {
    return this.#engines.missing();
  }

  notes(): readonly string[] {
    const { verdict, text } = this.#engines.durability;
    return [
      ...this.refusals(),
      ...(verdict === "synced" ? [] : [text]),
      ...(this.#redisView() === "away" ? [redisAway] : []),
    ];
  }

  refusals(): readonly string[] {
    const { problem } = this.#engines.streamWatch;
    return problem === null ? [] : [problem];
  }

  readMembers(): Promise<ClusterMembers> {
    return this.#read().members();
  }

  readCluster(): Promise<ClusterStatus> {
    return this.#read().status();
  }

  async close(): Promise<void> {
    await this.#keeper?.stop();
    await this.#reader?.close();
    await this.#backlog?.close();
    await this.#bus?.close();
    await this.#engines.close();
  }

  /** The processor that owns the first partition removes settled entries from the queue. */
  #keepQueue(): QueueKeeper {
    const { replayWindowS, duplicateWindowS } = this.#config;
    const keeper = new QueueKeeper({
      stream: this.#engines.stream,
      log: this.#starting.log,
      nowMs: () => this.clock.nowMs(),
      windowMs: Math.max(replayWindowS, duplicateWindowS) * 1000,
      positions: async () => (await readClusterProgress(this.#database)).positions,
      // Positions say nothing about the entries of another stream.
      isKeeper: async () =>
        !this.#isStreamWrong() && (await readOwners(this.#database))[0] === this.#member().id(),
      seen: (sequence) => noteLastSequence(this.#database, this.#engines.stream.id, sequence),
    });
    keeper.start();
    return keeper;
  }

  /** Everything that counts waiting readings shares the consumers, one for each partition. */
  #countBacklog(): QueueBacklog {
    this.#backlog ??= new QueueBacklog(this.#engines.stream);
    return this.#backlog;
  }

  #read(): ClusterReader {
    const { members, lostMembers } = this.#member();
    this.#reader ??= new ClusterReader({
      engines: this.#engines,
      database: this.#database,
      backlog: this.#countBacklog(),
      members,
      lostMembers,
    });
    return this.#reader;
  }

  #isStreamWrong(): boolean {
    return this.#engines.streamWatch.problem !== null;
  }

  #redisView(): RedisView {
    const { redis } = this.#engines;
    if (redis === null) return "unused";
    return redis.isAway ? "away" : "connected";
  }

  #member(): ClusterBus {
    if (this.#bus === null) throw new Error("Open the bus first: it makes this process a member.");
    return this.#bus;
  }
}
