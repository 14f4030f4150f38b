import type { AskOptions, Bus } from "../bus/bus.ts";
import type { Role } from "../bus/messages.ts";
import type { Control, ControlReader } from "../control/control.ts";
import type { ControlOptions } from "../control/control-options.ts";
import type { TokenKey } from "../control/sealing/token-key.ts";
import type { Counters, CountTaker } from "../counters/counters.ts";
import type { SettledTotals } from "../counters/sum-up.ts";
import type { Limiter, LimitOptions } from "../limit/limiter.ts";
import type { ClusterMembers, ClusterStatus } from "../manage/system/cluster-status.ts";
import type { StorageUse } from "../manage/system/system-status.ts";
import type { Clock } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";
import type { AcceptedReadings } from "../queue/accepted-readings.ts";
import type { Intake } from "../queue/intake.ts";
import type { OwnedPartition } from "../queue/ownership.ts";
import type { Position } from "../queue/position.ts";
import type { QueueTotals, SettledProgress } from "../queue/queue.ts";
import type { QueueReader } from "../queue/queue-reader.ts";
import type { QueueShares } from "../queue/queue-shares.ts";
import type { ActivityKeeper } from "../store/activity-keeper.ts";
import type { ActivityQueries } from "../store/activity-queries.ts";
import type { ChainQueries } from "../store/chain-queries.ts";
import type { HeldMessages } from "../store/held-messages.ts";
import type { Housekeeping } from "../store/housekeeping.ts";
import type { MailCounts } from "../store/mail-counts.ts";
import type { OutboxQueries } from "../store/outbox-queries.ts";
import type { OutboxStore } from "../store/outbox-store.ts";
import type { OwnerQueries } from "../store/owner-queries.ts";
import type { ReadingQueries } from "../store/reading-queries.ts";
import type { ReceiptQueries } from "../store/receipt-queries.ts";
import type { Settlement } from "../store/settlement.ts";
import type { StatisticsQueries } from "../store/statistics-queries.ts";
import type { StoredCounts } from "../store/stored-counts.ts";
import type { StoredIdentities } from "../store/stored-identities.ts";
import type { FoundReadings, WantedReadings } from "../store/wanted-readings.ts";

/**
 * Opens what a role works with, on the adapters of this installation: those of one machine, or those of a cluster. Roles know
 * the ports, and nothing of the adapters behind them. Whoever opens something closes it.
 */
export interface Installation {
  /** How many partitions the queue has. All readings of a device are in partition `device id % partitions`. */
  readonly partitions: number;
  /**
   * The folder in which the processes of one machine find each other, by sockets and locks; null where they may run on several
   * machines. Whoever uses it does something that only the embedded installation has.
   */
  readonly dataFolder: string | null;
  /**
   * How a role that stops asks the processor to write down what it told it last. On one machine the processor may be starting at that
   * moment, and is waited for.
   */
  readonly lastWord: AskOptions;
  /** The time that all processes of the installation go by. */
  readonly clock: Clock;
  /** The key that tokens and secrets are sealed with. */
  loadKey(): TokenKey;
  /** Listens when it resolves, so whatever is loaded later misses no change. */
  openBus(role: Role, log: Log): Promise<Bus>;
  /** The control data, to read and to change. */
  openControl(options: ControlOptions): Promise<Control>;
  /** The control data, to read. Fails where no server has started yet. */
  readControl(): Promise<ControlReader>;
  /**
   * A limit that all processes share which open it under this name. `local` is that of this process alone, which is all
   * where there is only one, or where nothing is shared at the moment.
   */
  shareLimiter(name: string, local: Limiter, options: LimitOptions): Limiter;
  /** The intake, and the queue that it writes. */
  openIntake(options: IntakeOptions): Promise<OpenedIntake>;
  /** The queue as the processor reads it, which may be before ingest has opened it. */
  openQueueReader(): Promise<QueueReader>;
  /** The store as the processor writes it. */
  openStore(): Promise<OpenedStore>;
  /** The outbox as a process that only delivers writes it, beside the processor. */
  openOutbox(): Promise<OpenedOutbox>;
  /** The counts as they are committed. */
  openCommittedCounters(): Promise<Counters>;
  /** The counts of a running installation, for whoever hears the processor's reports. */
  openCounters(askQueue: () => Promise<QueueTotals>): Promise<ReportedCounters>;
  /** Reads saved readings. */
  openReadingQueries(): Promise<ReadingQueries>;
  /** Reads what rule chains keep. */
  openChainQueries(): Promise<ChainQueries>;
  openOutboxQueries(): Promise<OutboxQueries>;
  /** Reads the requests of devices, and rejected readings. */
  openActivityQueries(): Promise<ActivityQueries>;
  /** Reads the fates of readings. */
  openReceiptQueries(): Promise<ReceiptQueries>;
  openStatisticsQueries(): Promise<StatisticsQueries>;
  /** Reads the accepted readings of requests, as the queue has them. The queue must have been opened once. */
  openAcceptedReadings(): Promise<AcceptedReadings>;
  /** What the installation takes up, for its operator. */
  readStorage(): Promise<StorageUse>;
  /**
   * Whether this process may act by what it has loaded. A member of a cluster whose lease has ended may have missed changes, such as
   * a token that was replaced.
   */
  mayAct(): boolean;
  /** What the installation needs and cannot reach now, in words for its operator. */
  missing(): Promise<readonly string[]>;
  /** What its operator should know of what it runs on, in words. */
  notes(): readonly string[];
  /** The members of a cluster and the owners of partitions; null on one machine. Cheap enough to be asked all the time. */
  readMembers(): Promise<ClusterMembers | null>;
  /** The same with what waits in the queue and with the engines, for whoever looks. */
  readCluster(): Promise<ClusterStatus | null>;
  /** Lets go of what all of the above share. What was opened has been closed before. */
  close(): Promise<void>;
}

export interface IntakeOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly shares: QueueShares;
  /** Which of these readings are stored. Everything up to the position is settled first. */
  readonly findStored: (readings: WantedReadings, position: Position) => Promise<FoundReadings>;
  readonly onLookedUp: (readings: number) => void;
  readonly onAppended: (partition: number, commitMs: number) => void;
  /** Whose device it is. Known once devices are loaded, which is after the intake was opened. */
  readonly accountOf: (deviceId: number) => number | undefined;
}

export interface OpenedIntake {
  /** Takes what devices send. */
  readonly intake: Intake;
  /** As `intake`, for imports, which wait longer for the store and are refused where it cannot be asked. */
  readonly importIntake: Intake;
  readonly queue: IntakeQueue;
  readonly readiness: Readiness;
  /** How far the processors had settled the partitions when it was opened. */
  readonly settledPositions: readonly Position[];
  /** Counts what is in the queue already, and not settled yet, as that of its accounts. */
  recallShares(): Promise<void>;
  /** How many identities are remembered. */
  readonly identities: () => number;
  /** How many of one account are, that came in since the start. */
  readonly identitiesOf: (accountId: number) => number;
}

/** The queue as ingest has it beside the intake. */
export interface IntakeQueue extends CountTaker {
  /** False while the backlog is at its limit. */
  hasRoom(): boolean;
  /** A processor has reported. */
  settled(progress: SettledProgress): void;
  totals(): QueueTotals | Promise<QueueTotals>;
  /** How far the partition has grown, as far as is known here. */
  lastPositionOf(partition: number): Position;
  /** The same of each partition that has grown. */
  lastPositions(): readonly Position[];
  /** The process stops, so what cannot be appended at once is refused rather than tried again. */
  hurry(): void;
  /** Flushes what was appended and releases the queue. */
  close(): Promise<void>;
}

/** Whether a reading could be accepted now. */
export interface Readiness {
  /** What is known without trying. */
  readonly seemsWritable: boolean;
  isWritable(): Promise<boolean>;
}

export interface OpenedStore extends OpenedOutbox {
  readonly settlement: Settlement;
  readonly identities: StoredIdentities;
  readonly storedCounts: StoredCounts;
  /** The partitions that this process is to own. */
  claimPartitions(log: Log): PartitionClaims;
  /** What the owner of the partition reads. */
  queriesOf(partition: number): OwnerQueries;
  /** What the owner of the partition does to what is stored of its devices. The owner of partition 0 does what is of all. */
  housekeepingOf(partition: number): Housekeeping;
  /** Where the owner of the partition writes the activity of its devices. */
  activityKeeperOf(partition: number): ActivityKeeper;
}

/** Which partitions of the queue a process owns, as they come and go. */
export interface PartitionClaims {
  /** Resolves when the first ones are taken, where there are any to take. */
  begin(keeper: PartitionKeeper): Promise<void>;
  /** The owner has found out by itself that the partition is another's. */
  lost(owned: OwnedPartition): void;
  /** Gives all of them up. */
  end(): Promise<void>;
}

/** Who processes the partitions that were claimed. */
export interface PartitionKeeper {
  take(taken: readonly OwnedPartition[]): Promise<void>;
  /** Others own these by now. */
  lose(lost: readonly OwnedPartition[]): Promise<void>;
  /** Finishes what is under way; others may own these when it resolves. */
  giveUp(partitions: readonly number[]): Promise<void>;
}

export interface OpenedOutbox {
  readonly outbox: OutboxStore;
  readonly held: HeldMessages;
  readonly mailCounts: MailCounts;
  close(): Promise<void>;
}

export interface ReportedCounters extends Counters {
  /** The processor has come as far as this. */
  reported(settled: SettledTotals): void;
}
