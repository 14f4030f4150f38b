import type { Severity } from "@weir/protocol/closed-sets";

/** A node of a chain, to which the records beside the readings belong. */
export interface NodeKey {
  /** States of alert rules lie among those of nodes, under minus the id of the rule. */
  readonly chainId: number;
  readonly nodeId: string;
}

export interface ActiveAlarm {
  readonly id: number;
  readonly sensorId: number;
  readonly name: string;
  /** The alert rule that raised it; null if a chain did. */
  readonly ruleId: number | null;
  readonly severity: Severity;
}

export interface KeptAlarm extends Omit<ActiveAlarm, "sensorId"> {
  readonly accountId: number;
  readonly deviceId: number;
  /** Null for a silence alarm. */
  readonly sensorId: number | null;
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

/** An alarm that an alert rule raised. A sensor has at most one active alarm of a rule. */
export interface RuleAlarmRecord {
  readonly accountId: number;
  readonly deviceId: number;
  readonly sensorId: number;
  readonly ruleId: number;
  readonly name: string;
  readonly severity: Severity;
  readonly message: string;
  readonly raisedUs: number;
  /** The last known value; null if there is none, which only a silent sensor can have. */
  readonly value: number | null;
  /** 1, or 0 for a silent sensor, because no reading raised the alarm. */
  readonly readings: 0 | 1;
}

export interface DeadLetterFilter {
  /** Null selects every account; the same holds for `sensorId`. */
  readonly accountId: number | null;
  readonly sensorId: number | null;
  readonly fromId: number;
  readonly limit: number;
}
