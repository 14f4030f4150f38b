import type { Severity } from "@weir/protocol/closed-sets";

/**
 * Keeps the records of rule chains beside the readings: node state, counts, errors, alarms and dead letters.
 *
 * Promises: every change belongs to the batch that `ReadingStore.begin` opened. It becomes visible with the batch's
 * rows and position, or not at all, so a crash neither loses nor repeats a node's state, an alarm or a message.
 */
export interface ChainStore {
  /** The bytes kept for a node and a sensor, or null. */
  state(node: NodeKey, sensorId: number): Uint8Array | null;
  saveState(node: NodeKey, sensorId: number, state: Uint8Array): void;

  counts(): NodeCount[];
  /** Adds to the counts of an output. */
  addCounts(count: NodeCount): void;
  /** Replaces the last error of the node. */
  noteError(error: NodeError): void;

  /** Active alarms that chains raised; silence alarms are not among them. */
  activeAlarms(): ActiveAlarm[];
  alarm(id: number): KeptAlarm | null;
  /** Raises an alarm with the given id, or with a new one, and returns the id. */
  raiseAlarm(alarm: RaisedAlarm & { readonly id?: number }): number;
  /** Records that more readings found the alarm active. */
  touchAlarm(id: number, lastUs: number, lastValue: number, readings: number): void;
  clearAlarm(id: number, clearedUs: number, clearedBy: string | null): void;
  acknowledgeAlarm(id: number, acknowledgedMs: number, acknowledgedBy: string): boolean;
  /** Makes an acknowledged alarm unacknowledged again. A cleared alarm stays as it is. */
  unacknowledgeAlarm(id: number): boolean;

  /**
   * Keeps a dead letter with the given id, or with a new one, and returns the id. Past the limit of an account its
   * oldest letter is deleted.
   */
  deadLetter(letter: DeadLetter & { readonly id?: number }): number;
  /** Dead letters from an id on, oldest first. */
  deadLetters(filter: DeadLetterFilter): KeptDeadLetter[];
  /** Returns 0 if there is none. */
  lastDeadLetterId(): number;
  removeDeadLetter(id: number): boolean;

  /** Deletes the states and alarms of a removed sensor. */
  forgetSensor(sensorId: number): void;
  /** Deletes the states, counts and errors of a removed chain. Its alarms and dead letters stay. */
  forgetChain(chainId: number): void;
}

export interface NodeKey {
  readonly chainId: number;
  readonly nodeId: string;
}

export interface NodeCount extends NodeKey {
  readonly output: string;
  readonly readings: number;
  /** How many of these readings ended here unsaved. */
  readonly ended: number;
}

export interface NodeError extends NodeKey {
  readonly sensorId: number;
  readonly happenedMs: number;
  readonly reason: string;
}

export interface ActiveAlarm {
  readonly id: number;
  readonly sensorId: number;
  readonly name: string;
}

export interface KeptAlarm extends Omit<ActiveAlarm, "sensorId"> {
  readonly accountId: number;
  readonly deviceId: number;
  /** Null for a silence alarm. */
  readonly sensorId: number | null;
  readonly severity: Severity;
  readonly message: string;
  /** The value of the last reading that found the alarm active; null if no reading did. */
  readonly lastValue: number | null;
  readonly isCleared: boolean;
  readonly isAcknowledged: boolean;
}

export interface RaisedAlarm extends NodeKey {
  readonly accountId: number;
  readonly deviceId: number;
  readonly sensorId: number;
  readonly name: string;
  readonly severity: Severity;
  readonly message: string;
  readonly raisedUs: number;
  readonly value: number;
}

/** A reading, or a whole queue entry, that could not be processed, kept for a person to look at. */
export interface DeadLetter {
  readonly reason: string;
  readonly diedMs: number;
  readonly accountId: number | null;
  readonly deviceId: number | null;
  readonly sensorId: number | null;
  readonly chainId: number | null;
  readonly chainVersion: number | null;
  /** The node that failed, and its input as JSON of value and metadata. */
  readonly nodeId: string | null;
  readonly nodeInput: string | null;
  /** The reading as it entered the chain. */
  readonly atUs: number | null;
  readonly value: number | null;
  readonly receivedUs: number | null;
  readonly deviceUs: bigint | null;
  readonly metadata: string | null;
  readonly batteryVolts: number | null;
  /** The packed bytes of an entry that could not be read. */
  readonly raw: Uint8Array | null;
}

export interface KeptDeadLetter extends DeadLetter {
  readonly id: number;
}

export interface DeadLetterFilter {
  /** Null selects every account; the same holds for `sensorId`. */
  readonly accountId: number | null;
  readonly sensorId: number | null;
  readonly fromId: number;
  readonly limit: number;
}
