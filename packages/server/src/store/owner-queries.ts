import type { Backlog, KeptFrame } from "./backlog-store.ts";
import type { ActiveAlarm, DeadLetterFilter, KeptAlarm, KeptDeadLetter, NodeCount } from "./chain-store.ts";
import type { PartitionProgress } from "./reading-store.ts";
import type { NodeState } from "./settlement.ts";
import type { KeptSilenceAlarm } from "./silence-alarm.ts";

/**
 * What the owner of a partition reads before a batch; nothing is looked up in the middle of one. As long as it is the owner
 * nobody else changes any of it, except that messages leave the outbox.
 */
export interface OwnerQueries {
  progress(partition: number): Promise<PartitionProgress>;
  /** The highest ids that were ever given. */
  lastIds(): Promise<LastIds>;
  /** All that nodes keep for these sensors. */
  states(sensorIds: readonly number[]): Promise<NodeState[]>;
  /** Those that chains have raised. */
  activeAlarms(): Promise<ActiveAlarm[]>;
  alarms(ids: readonly number[]): Promise<KeptAlarm[]>;
  /** Of each of the devices the last alarm about its silence, where it had one. */
  silenceAlarms(deviceIds: readonly number[]): Promise<ReadonlyMap<number, KeptSilenceAlarm>>;
  /** How many more messages of each account may wait. */
  outboxRoom(accountIds: readonly number[]): Promise<ReadonlyMap<number, number>>;
  nodeCounts(): Promise<NodeCount[]>;
  /** From an id on, oldest first. */
  deadLetters(filter: DeadLetterFilter): Promise<KeptDeadLetter[]>;
  /** Of each account that has one. */
  backlogs(): Promise<Backlog[]>;
  /** The first frames of an account's line: at least one if there is one, then until `bytesMax` is reached. */
  parked(accountId: number, bytesMax: number): Promise<KeptFrame[]>;
}

export interface LastIds {
  readonly alarm: number;
  readonly deadLetter: number;
}
