import type { AskOptions, Bus } from "../bus/bus.ts";
import type { Role } from "../bus/messages.ts";
import type { Control, ControlReader } from "../control/control.ts";
import type { ControlOptions } from "../control/control-options.ts";
import type { TokenKey } from "../control/sealing/token-key.ts";
import type { Counters } from "../counters/counters.ts";
import type { ReportedCounters } from "../counters/reported-counters.ts";
import type { Limiter, LimitOptions } from "../limit/limiter.ts";
import type { ClusterMembers, ClusterStatus } from "../manage/system/cluster-status.ts";
import type { StorageUse } from "../manage/system/system-status.ts";
import type { Clock } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";
import type { AcceptedReadings } from "../queue/accepted-readings.ts";
import type { CountTaker } from "../queue/count-taker.ts";
import type { Intake } from "../queue/intake.ts";
import type { OwnedPartition } from "../queue/ownership.ts";
import type { Position } from "../queue/position.ts";
import type { QueueTotals, SettledProgress } from "../queue/queue.ts";
import type { QueueReader } from "../queue/queue-reader.ts";
import type { QueueShares } from "../queue/queue-shares.ts";
import type { FoundReadings, WantedReadings } from "../queue/wanted-readings.ts";
import type { ActivityKeeper } from "../store/activity/activity-keeper.ts";
import type { ActivityQueries } from "../store/activity/queries.ts";
import type { ChainQueries } from "../store/chain-queries.ts";
import type { Housekeeping } from "../store/housekeeping.ts";
import type { ChannelHours } from "../store/outbox/channel-hours.ts";
import type { HeldMessages } from "../store/outbox/held-messages.ts";
import type { MailCounts } from "../store/outbox/mail-counts.ts";
import type { OutboxStore } from "../store/outbox/outbox-store.ts";
import type { OutboxQueries } from "../store/outbox/queries.ts";
import type { OwnerQueries } from "../store/owner-queries.ts";
import type { ReadingQueries } from "../store/readings/reading-queries.ts";
import type { StoredCounts } from "../store/readings/stored-counts.ts";
import type { StoredIdentities } from "../store/readings/stored-identities.ts";
import type { ReceiptQueries } from "../store/receipts/queries.ts";
import type { Settlement } from "../store/settlement.ts";
import type { StatisticsQueries } from "../store/statistics/statistics-queries.ts";

/**
 * Opens the ports that a role works with, on the adapters of this installation: those of one machine, or those of a
 * cluster. Roles know the ports, and nothing about the adapters behind them. The caller closes everything that it has
 * opened.
 */
export interface Installation {
  /** How many partitions the queue has. All readings of a device are in partition `device id % partitions`. */
  readonly partitions: number;
  /**
   * The folder in which the processes of one machine find each other, by sockets and locks. Null in a cluster, whose
   * processes may run on several machines. Code that uses it serves only the embedded installation.
   */
  readonly dataFolder: string | null;
  /**
   * How a stopping role asks the processor to write down its last messages. On one machine the processor may just be
   * starting, so the role waits for it.
   */
  readonly lastWord: AskOptions;
  /** The clock that all processes of the installation share. */
  readonly clock: Clock;
  /** The key that seals tokens and secrets. */
  loadKey(): TokenKey;
  /** Resolves when the bus listens, so that data loaded afterwards misses no change. */
  openBus(role: Role, log: Log): Promise<Bus>;
  /** The control data, for reading and writing. */
  openControl(options: ControlOptions): Promise<Control>;
  /** The control data, for reading. Fails if no server has ever started. */
  readControl(): Promise<ControlReader>;
  /**
   * A limit that all processes share that open it under this name. `local` is the limit of this process alone. It is
   * used if there is only one process, or if nothing can be shared at the moment.
   */
  shareLimiter(name: string, local: Limiter, options: LimitOptions): Limiter;
  /** The intake, and the queue that it writes. */
  openIntake(options: IntakeOptions): Promise<OpenedIntake>;
  /** The queue, for the processor, which may open it before ingest does. */
  openQueueReader(): Promise<QueueReader>;
  /** The store, for the processor, which writes it. */
  openStore(): Promise<OpenedStore>;
  /** The outbox, for a process that only delivers and writes beside the processor. */
  openOutbox(): Promise<OpenedOutbox>;
  /** The committed counts. */
  openCommittedCounters(): Promise<Counters>;
  /** The counts of a running installation, for a process that receives the processor's reports. */
  openCounters(askQueue: () => Promise<QueueTotals>): Promise<ReportedCounters>;
  /** Reads saved readings. */
  openReadingQueries(): Promise<ReadingQueries>;
  /** Reads the records that rule chains produce. */
  openChainQueries(): Promise<ChainQueries>;
  openOutboxQueries(): Promise<OutboxQueries>;
  /** Reads the requests of devices, and rejected readings. */
  openActivityQueries(): Promise<ActivityQueries>;
  /** Reads the fates of readings. */
  openReceiptQueries(): Promise<ReceiptQueries>;
  openStatisticsQueries(): Promise<StatisticsQueries>;
  /** Reads the accepted readings of requests from the queue. The queue must have been opened once. */
  openAcceptedReadings(): Promise<AcceptedReadings>;
  /** The disk space of the installation, for its operator. */
  readStorage(): Promise<StorageUse>;
  /**
   * Whether this process may act on the data that it has loaded. A member of a cluster whose lease has ended may have
   * missed changes, such as a token that was replaced.
   */
  mayAct(): boolean;
  /** The engines that the installation needs and cannot reach now, in words for its operator. */
  missing(): Promise<readonly string[]>;
  /** Notes for the operator about the engines, in words. */
  notes(): readonly string[];
  /** Why no readings are accepted although every engine answers, in words. */
  refusals(): readonly string[];
  /**
   * The members of a cluster and the owners of partitions; null on one machine. Cheap enough to be called every few
   * seconds.
   */
  readMembers(): Promise<ClusterMembers | null>;
  /** The same, with the waiting readings and the engines, for people who look at the page. */
  readCluster(): Promise<ClusterStatus | null>;
  /** Rejects when this process has to be started again. Left out if that never happens. */
  readonly broken?: Promise<never>;
  /** Releases what all of the above share. Everything that was opened has been closed before. */
  close(): Promise<void>;
}

export interface IntakeOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly shares: QueueShares;
  /** Which of these readings are stored. Settles everything up to these positions first. */
  readonly findStored: (readings: WantedReadings, positions: readonly Position[]) => Promise<FoundReadings>;
  readonly onLookedUp: (readings: number) => void;
  /** These partitions have grown. */
  readonly onAppended: (partitions: readonly number[], commitMs: number) => void;
  /** The account of the device. Known once devices are loaded, which is after the intake was opened. */
  readonly accountOf: (deviceId: number) => number | undefined;
}

export interface OpenedIntake {
  /** Takes the readings of devices. */
  readonly intake: Intake;
  /** Like `intake`, for imports, which wait longer for the store and are refused if it cannot be asked. */
  readonly importIntake: Intake;
  readonly queue: IntakeQueue;
  readonly readiness: Readiness;
  /** How far the processors had settled the partitions when the intake was opened. */
  readonly settledPositions: readonly Position[];
  /** Counts the unsettled readings that are already in the queue for their accounts. */
  recallShares(): Promise<void>;
  /** How many identities are remembered. */
  readonly identities: () => number;
  /** How many identities of the account's tenant are remembered that arrived since the start. */
  readonly identitiesOf: (accountId: number) => number;
}

/** The queue that belongs to the intake. */
export interface IntakeQueue extends CountTaker {
  /** False while the backlog is at its limit. */
  hasRoom(): boolean;
  /** A processor has reported. */
  settled(progress: SettledProgress): void;
  totals(): QueueTotals | Promise<QueueTotals>;
  /** The end of the partition, as far as this process knows. */
  lastPositionOf(partition: number): Position;
  /** The ends of all partitions that have grown. */
  lastPositions(): readonly Position[];
  /** The process stops, so appends that fail are refused instead of repeated. */
  hurry(): void;
  /** Flushes what was appended and releases the queue. */
  close(): Promise<void>;
}

/** Whether a reading could be accepted now. */
interface Readiness {
  /** The result of the last attempts, without trying. */
  readonly seemsWritable: boolean;
  isWritable(): Promise<boolean>;
}

export interface OpenedStore extends OpenedOutbox {
  readonly settlement: Settlement;
  readonly identities: StoredIdentities;
  readonly storedCounts: StoredCounts;
  /** The partitions that this process should own. */
  claimPartitions(log: Log): PartitionClaims;
  /** The queries of the owner of the partition. */
  queriesOf(partition: number): OwnerQueries;
  /**
   * The housekeeping of the owner of the partition. The owner of partition 0 also does the work for the whole store.
   */
  housekeepingOf(partition: number): Housekeeping;
  /** Where the owner of the partition writes the activity of its devices. */
  activityKeeperOf(partition: number): ActivityKeeper;
}

/** The partitions of the queue that a process owns. They come and go. */
export interface PartitionClaims {
  /** Resolves when the first partitions are taken, if any are free. */
  begin(keeper: PartitionKeeper): Promise<void>;
  /** The owner has noticed by itself that another process owns the partition. */
  lost(owned: OwnedPartition): void;
  /** Gives all partitions up. */
  end(): Promise<void>;
}

/** Processes the claimed partitions. */
export interface PartitionKeeper {
  take(taken: readonly OwnedPartition[]): Promise<void>;
  /** Other processes own these partitions now. */
  lose(lost: readonly OwnedPartition[]): Promise<void>;
  /** Finishes the work in progress. Other processes may own the partitions when it resolves. */
  giveUp(partitions: readonly number[]): Promise<void>;
}

export interface OpenedOutbox {
  readonly outbox: OutboxStore;
  readonly held: HeldMessages;
  readonly mailCounts: MailCounts;
  readonly channelHours: ChannelHours;
  close(): Promise<void>;
}
