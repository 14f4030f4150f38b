import type { AlarmFilter, MessageState, Severity } from "@weir/protocol/closed-sets";
import type { KeptDeadLetter, NodeCount, NodeError } from "./chain-store.ts";

/**
 * What people may ask of what rule chains keep. Reads beside the processor and changes nothing.
 *
 * Promises: alarms and dead letters of an account are found for that account alone. Counts and errors are kept by
 * chain; a chain belongs to one account, and the caller has found it there.
 * Each answer is of one moment; two answers are not.
 * Does not promise: that counts include the last moment. The processor writes them about every second.
 */
export interface ChainQueries {
  nodeCounts(chainIds: readonly number[]): Promise<NodeCount[]>;
  /** The last error of each node that ever had one. */
  nodeErrors(chainId: number): Promise<NodeError[]>;

  /** The newest first. */
  alarms(query: AlarmQuery): Promise<AlarmRecord[]>;
  /** Of one account. Each count stops at `countedMax`. */
  alarmCounts(accountId: number, countedMax: number): Promise<AlarmCounts>;
  /** Of these devices of the account, those that have active alarms; of all its devices where none are named. */
  deviceAlarms(accountId: number, deviceIds?: readonly number[]): Promise<DeviceAlarms[]>;

  /** Over all accounts: the devices that have an active alarm about their silence. */
  devicesWithSilenceAlarm(): Promise<number[]>;

  /** The newest first. */
  deadLetters(query: DeadLetterQuery): Promise<DeadLetterRecord[]>;
  deadLetter(accountId: AccountScope, id: number): Promise<DeadLetterRecord | null>;
  /** By node, of one chain. */
  deadLetterCounts(chainId: number): Promise<NodeLetters[]>;
  /** Of each of these chains that has any. */
  deadLetterTotals(
    chainIds: readonly number[],
  ): Promise<{ readonly chainId: number; readonly letters: number }[]>;

  /** Over all accounts. Each count stops at `countedMax`, so that asking costs no more the more there is. */
  keptCounts(countedMax: number): Promise<KeptCounts>;
  /** Of one account. Messages that were given up are counted among its newest `countedMax` ones. */
  keptCountsOf(accountId: number, countedMax: number): Promise<AccountKeptCounts>;
  /** Over all accounts, the chains with the most readings first. */
  busiestChains(limit: number): Promise<number[]>;
  /** Over all accounts, the outputs where the most readings ended unsaved first. */
  mostEnded(limit: number): Promise<NodeCount[]>;
  /** Over all accounts, by chain and node, counted over the newest `countedMax` letters. */
  newestDeadByNode(countedMax: number): Promise<(NodeLetters & { readonly chainId: number })[]>;
  close(): Promise<void>;
}

/** The account whose records may be seen; null: those of all accounts, and those of none, for the operator. */
export type AccountScope = number | null;

export interface Paging {
  /** Only older records than this one, to go on from where a list ended. */
  readonly beforeId?: number;
  readonly limit: number;
}

export interface AlarmQuery extends Paging {
  readonly accountId: AccountScope;
  readonly ids?: readonly number[];
  readonly deviceId?: number;
  readonly sensorId?: number;
  readonly chainId?: number;
  readonly state?: AlarmFilter;
  readonly severity?: Severity;
  /** Raised at this time or later. */
  readonly raisedFromUs?: number;
  /** Raised before this time. */
  readonly raisedToUs?: number;
}

export interface AlarmRecord {
  readonly id: number;
  readonly accountId: number;
  readonly deviceId: number;
  /** Null, as are chain and node, of one about a silent device. */
  readonly sensorId: number | null;
  readonly chainId: number | null;
  readonly nodeId: string | null;
  readonly name: string;
  readonly severity: Severity;
  readonly message: string;
  readonly raisedUs: number;
  readonly raisedValue: number | null;
  /**
   * The last reading that found it active, and how many did, the first included. Of one about a silent device: when it last
   * connected, and none.
   */
  readonly lastUs: number;
  readonly lastValue: number | null;
  readonly readings: number;
  readonly acknowledgedMs: number | null;
  readonly acknowledgedBy: string | null;
  readonly clearedUs: number | null;
  /** Null if a chain cleared it or the device was no longer silent. */
  readonly clearedBy: string | null;
}

export interface AlarmCounts {
  readonly active: Readonly<Record<Severity, number>>;
  /** Those of the active ones that nobody has acknowledged. */
  readonly unacknowledged: Readonly<Record<Severity, number>>;
  /** Of all that are kept, cleared ones too; null where there is none. */
  readonly newestId: number | null;
}

/** The active alarms of one device. */
export interface DeviceAlarms {
  readonly deviceId: number;
  readonly active: number;
  /** Those of the active ones that nobody has acknowledged. */
  readonly unacknowledged: number;
  /** The highest severity among the active alarms. */
  readonly severity: Severity;
}

export interface DeadLetterQuery extends Paging {
  readonly accountId: AccountScope;
  readonly ids?: readonly number[];
  readonly deviceId?: number;
  readonly sensorId?: number;
  readonly chainId?: number;
  readonly nodeId?: string;
}

/** `diedMs` is 0 for a letter from before that was noted. */
export type DeadLetterRecord = KeptDeadLetter;

export interface NodeLetters {
  /** Null if the chain itself could not run. */
  readonly nodeId: string | null;
  readonly letters: number;
}

export interface AccountKeptCounts extends Pick<KeptCounts, "deadLetters" | "activeAlarms"> {
  readonly messages: Readonly<Record<Exclude<MessageState, "delivered">, number>>;
}

/** What waits for a person or for delivery. */
export interface KeptCounts {
  readonly deadLetters: number;
  readonly activeAlarms: Readonly<Record<Severity, number>>;
  /** Of delivered and dead ones, those that are still kept. */
  readonly messages: Readonly<Record<MessageState, number>>;
}
