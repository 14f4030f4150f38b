import type { Severity } from "@weir/protocol/closed-sets";

/**
 * What rule chains keep beside readings.
 *
 * Promises: all of it belongs to the batch that `ReadingStore.begin` opened. It becomes visible with the batch's rows
 * and position, or not at all, so a crash neither loses nor repeats a node's state, an alarm or a message.
 */
export interface ChainStore {
  /** The bytes kept for a node and a sensor; null where there are none. */
  state(node: NodeKey, sensorId: number): Uint8Array | null;
  saveState(node: NodeKey, sensorId: number, state: Uint8Array): void;

  counts(): NodeCount[];
  /** Adds to what is counted for the output. */
  addCounts(count: NodeCount): void;
  /** Replaces what was noted for the node. */
  noteError(error: NodeError): void;

  /** Those that chains have raised. */
  activeAlarms(): ActiveAlarm[];
  alarm(id: number): KeptAlarm | null;
  /** Under this id, or one of its own. */
  raiseAlarm(alarm: RaisedAlarm & { readonly id?: number }): number;
  /** Another reading found the alarm active. */
  touchAlarm(id: number, lastUs: number, lastValue: number, readings: number): void;
  clearAlarm(id: number, clearedUs: number, clearedBy: string | null): void;
  acknowledgeAlarm(id: number, acknowledgedMs: number, acknowledgedBy: string): boolean;
  /** As if nobody had acknowledged it. One that is cleared stays as it was. */
  unacknowledgeAlarm(id: number): boolean;

  /** Past a limit for each account its oldest letter gives way. Returns its id, which is given or one of its own. */
  deadLetter(letter: DeadLetter & { readonly id?: number }): number;
  /** From this id on, oldest first. */
  deadLetters(filter: DeadLetterFilter): KeptDeadLetter[];
  /** 0 where there is none. */
  lastDeadLetterId(): number;
  removeDeadLetter(id: number): boolean;

  /** Forgets the states and alarms of a sensor that is gone. */
  forgetSensor(sensorId: number): void;
  /** Forgets the states, counts and errors of a chain that is gone. Its alarms and dead letters stay. */
  forgetChain(chainId: number): void;
}

export interface NodeKey {
  readonly chainId: number;
  readonly nodeId: string;
}

export interface NodeCount extends NodeKey {
  readonly output: string;
  readonly readings: number;
  /** Those of them that ended here unsaved. */
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
  /** Null of one about a silent device. */
  readonly sensorId: number | null;
  readonly severity: Severity;
  readonly message: string;
  /** That of the last reading that found it active; null where no reading did. */
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
  /** The node that failed, and what it got: JSON of value and metadata. */
  readonly nodeId: string | null;
  readonly nodeInput: string | null;
  /** The reading as it entered the chain. */
  readonly atUs: number | null;
  readonly value: number | null;
  readonly receivedUs: number | null;
  readonly deviceUs: bigint | null;
  readonly metadata: string | null;
  readonly batteryVolts: number | null;
  /** The packed bytes, where they could not be read. */
  readonly raw: Uint8Array | null;
}

export interface KeptDeadLetter extends DeadLetter {
  readonly id: number;
}

export interface DeadLetterFilter {
  /** Null for any, as in `sensorId`. */
  readonly accountId: number | null;
  readonly sensorId: number | null;
  readonly fromId: number;
  readonly limit: number;
}
