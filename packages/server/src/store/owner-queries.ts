import type { ActiveAlarm, KeptAlarm, KeptSilenceAlarm } from "./alarms/record.ts";
import type { Backlog, KeptFrame } from "./backlog/record.ts";
import type { NodeCount } from "./counts/record.ts";
import type { DeadLetterFilter, KeptDeadLetter } from "./dead-letters/record.ts";
import type { LastEntries, PartitionProgress } from "./partition-progress.ts";
import type { NodeState } from "./settlement.ts";

/**
 * Reads what the owner of a partition needs before a batch; nothing is looked up in the middle of one. As long as it is
 * the owner, nobody else changes any of this, except that messages leave the outbox.
 */
export interface OwnerQueries {
  progress(partition: number): Promise<PartitionProgress>;
  /** Empty if they are not known, or if the queue never holds an entry twice. */
  lastEntries(): Promise<LastEntries>;
  /** The highest ids that were ever assigned. */
  lastIds(): Promise<LastIds>;
  /** The states of all nodes for these sensors. */
  states(sensorIds: readonly number[]): Promise<NodeState[]>;
  /** Active alarms that chains and alert rules raised; silence alarms are not among them. */
  activeAlarms(): Promise<ActiveAlarm[]>;
  /** Alarms of its own devices. */
  alarms(ids: readonly number[]): Promise<KeptAlarm[]>;
  /** The last silence alarm of each of these devices. Devices without one are left out. */
  silenceAlarms(deviceIds: readonly number[]): Promise<ReadonlyMap<number, KeptSilenceAlarm>>;
  /**
   * How many more messages of each account may wait. The owners of several partitions use up the same room, so an account may
   * exceed its limit a little.
   */
  outboxRoom(accountIds: readonly number[]): Promise<ReadonlyMap<number, number>>;
  nodeCounts(): Promise<NodeCount[]>;
  /** The ids of the alert rules that have states, of sensors of any partition. */
  rulesWithStates(): Promise<number[]>;
  /** Dead letters of its own devices from an id on, oldest first. */
  deadLetters(filter: DeadLetterFilter): Promise<KeptDeadLetter[]>;
  /** The backlogs of all accounts that have one. */
  backlogs(): Promise<Backlog[]>;
  /** The first frames in the line of an account: at least one if there is any, then more up to `bytesMax`. */
  parked(accountId: number, bytesMax: number): Promise<KeptFrame[]>;
}

export interface LastIds {
  readonly alarm: number;
  readonly deadLetter: number;
}
