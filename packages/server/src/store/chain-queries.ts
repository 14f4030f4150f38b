import type { AlarmFilter, ClearReason, MessageState, Severity } from "@weir/protocol/closed-sets";
import type { KeptDeadLetter, NodeCount, NodeError } from "./chain-records.ts";

/**
 * Answers people's questions about what rule chains keep. It reads beside the processor and changes nothing.
 *
 * Promises: alarms and dead letters of an account are found for that account alone. Counts and errors are kept by
 * chain; a chain belongs to one account, and the caller has checked that. Each answer is a snapshot of one moment; two
 * answers may be of different moments. Does not promise that counts include the last second: the processor writes them
 * about once a second.
 */
export interface ChainQueries {
  nodeCounts(chainIds: readonly number[]): Promise<NodeCount[]>;
  /** The last error of each node that has ever failed. */
  nodeErrors(chainId: number): Promise<NodeError[]>;

  /** Newest first. */
  alarms(query: AlarmQuery): Promise<AlarmRecord[]>;
  /** Counts the alarms of one account. Each count stops at `countedMax`. */
  alarmCounts(accountId: number, countedMax: number): Promise<AlarmCounts>;
  /** The devices of the account that have active alarms; `deviceIds` narrows to these devices. */
  deviceAlarms(accountId: number, deviceIds?: readonly number[]): Promise<DeviceAlarms[]>;

  /** The devices of all accounts that have an active silence alarm. */
  devicesWithSilenceAlarm(): Promise<number[]>;

  /** Newest first. */
  deadLetters(query: DeadLetterQuery): Promise<DeadLetterRecord[]>;
  deadLetter(accountId: AccountScope, id: number): Promise<DeadLetterRecord | null>;
  /** Counts the dead letters of one chain by node. */
  deadLetterCounts(chainId: number): Promise<NodeLetters[]>;
  /** Counts the dead letters of these chains. Chains without any are left out. */
  deadLetterTotals(
    chainIds: readonly number[],
  ): Promise<{ readonly chainId: number; readonly letters: number }[]>;

  /** Counts over all accounts. Each count stops at `countedMax`, so the cost does not grow with the store. */
  keptCounts(countedMax: number): Promise<KeptCounts>;
  /** Counts for one account. Messages that were given up are counted among its newest `countedMax` messages. */
  keptCountsOf(accountId: number, countedMax: number): Promise<AccountKeptCounts>;
  /** The chains of all accounts, those with the most readings first. */
  busiestChains(limit: number): Promise<number[]>;
  /** The outputs of all accounts where readings ended unsaved, those with the most readings first. */
  mostEnded(limit: number): Promise<NodeCount[]>;
  /** Dead letters of all accounts by chain and node, counted over the newest `countedMax` letters. */
  newestDeadByNode(countedMax: number): Promise<(NodeLetters & { readonly chainId: number })[]>;
  close(): Promise<void>;
}

/** The account whose records may be seen. Null is for the operator: records of every account and of none. */
export type AccountScope = number | null;

export interface Paging {
  /** Only records older than this one, to continue a list. */
  readonly beforeId?: number;
  readonly limit: number;
}

export interface AlarmQuery extends Paging {
  readonly accountId: AccountScope;
  readonly ids?: readonly number[];
  /** All alarms but these. */
  readonly exceptIds?: readonly number[];
  readonly deviceId?: number;
  readonly sensorId?: number;
  readonly chainId?: number;
  readonly name?: string;
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
  /** Null for a silence alarm, as are chain and node. */
  readonly sensorId: number | null;
  /** Null also for the alarm of an alert rule, as is the node. */
  readonly chainId: number | null;
  readonly nodeId: string | null;
  /** Null unless an alert rule raised the alarm. */
  readonly ruleId: number | null;
  readonly name: string;
  readonly severity: Severity;
  /** When the severity rose to these while the alarm was active; null if it did not. */
  readonly warningUs: number | null;
  readonly criticalUs: number | null;
  readonly message: string;
  readonly raisedUs: number;
  readonly raisedValue: number | null;
  /**
   * The time of the last reading that found the alarm active, and the number of such readings with the first. For a
   * silence alarm: when the device last connected, and 0.
   */
  readonly lastUs: number;
  readonly lastValue: number | null;
  readonly readings: number;
  readonly acknowledgedMs: number | null;
  readonly acknowledgedBy: string | null;
  readonly clearedUs: number | null;
  /** Null if a chain or an alert rule cleared the alarm, or the device connected again. */
  readonly clearedBy: string | null;
  readonly clearReason: ClearReason | null;
}

export interface AlarmCounts {
  readonly active: Readonly<Record<Severity, number>>;
  /** The active alarms that nobody has acknowledged. */
  readonly unacknowledged: Readonly<Record<Severity, number>>;
  /** The newest of all alarms that are kept, cleared ones included; null if there is none. */
  readonly newestId: number | null;
}

/** The active alarms of one device. */
export interface DeviceAlarms {
  readonly deviceId: number;
  readonly active: number;
  /** The active alarms that nobody has acknowledged. */
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

/** `diedMs` is 0 for a letter from a version that did not record the time. */
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
  /** Delivered and dead messages are counted as long as they are kept. */
  readonly messages: Readonly<Record<MessageState, number>>;
}
