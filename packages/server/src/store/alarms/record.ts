import type { ClearReason, Severity } from "@weir/protocol/closed-sets";
import type { NodeKey } from "../counts/node-key.ts";
import { column, fieldsOf, type RecordOf, selectList } from "../engine/record-columns.ts";
import type { SharedStep } from "../engine/shared-step.ts";

/** The columns of an alarm. */
export const alarmColumns = {
  id: column.integer,
  accountId: column.integer,
  deviceId: column.integer,
  /** Null for a silence alarm, as are chain and node. */
  sensorId: column.integerOrNull,
  /** Null also for the alarm of an alert rule, as is the node. */
  chainId: column.integerOrNull,
  nodeId: column.textOrNull,
  /** Null unless an alert rule raised the alarm. */
  ruleId: column.integerOrNull,
  name: column.text,
  severity: column.oneOf<Severity>(),
  message: column.text,
  raisedUs: column.integer,
  raisedValue: column.realOrNull,
  /**
   * The time of the last reading that found the alarm active, and the number of such readings with the first. For a
   * silence alarm: when the device last connected, and 0.
   */
  lastUs: column.integer,
  lastValue: column.realOrNull,
  /** The value farthest beyond the limit while the alarm was active; null if what raised it has no limit for values. */
  worstValue: column.realOrNull,
  readings: column.integer,
  acknowledgedMs: column.integerOrNull,
  acknowledgedBy: column.textOrNull,
  clearedUs: column.integerOrNull,
  /** Null if a chain or an alert rule cleared the alarm, or the device connected again. */
  clearedBy: column.textOrNull,
  clearReason: column.oneOfOrNull<ClearReason>(),
  /** When the severity rose to these while the alarm was active; null if it did not. */
  warningUs: column.integerOrNull,
  criticalUs: column.integerOrNull,
};

export type AlarmRecord = RecordOf<typeof alarmColumns>;

/** What the reading that last found an alarm active replaces. Null leaves a field as it is. */
export const foundFields = ["lastUs", "lastValue", "worstValue"] as const;
export type FoundActive = Pick<AlarmRecord, "lastUs" | "lastValue"> &
  Partial<Pick<AlarmRecord, "worstValue">>;

/** What the processor keeps in memory of an active alarm. */
export const activeFields = ["id", "sensorId", "name", "ruleId", "severity", "worstValue"] as const;
export type ActiveAlarm = Pick<AlarmRecord, (typeof activeFields)[number]> & { readonly sensorId: number };

/** What the processor reads of an alarm that a person changes. */
const keptFields = [...activeFields, "accountId", "deviceId", "message", "lastValue"] as const;
export type KeptAlarm = Pick<AlarmRecord, (typeof keptFields)[number]> & {
  readonly isCleared: boolean;
  readonly isAcknowledged: boolean;
};

/** What every alarm begins with. */
type Beginning = Pick<AlarmRecord, "accountId" | "deviceId" | "name" | "severity" | "message" | "raisedUs">;

/** An alarm that a chain raised. */
export interface RaisedAlarm extends Beginning, NodeKey {
  readonly sensorId: number;
  readonly value: number;
}

/** An alarm that an alert rule raised. A sensor has at most one active alarm of a rule. */
export interface RuleAlarmRecord extends Beginning {
  readonly sensorId: number;
  readonly ruleId: number;
  /** The last known value; null if there is none, which only a silent sensor can have. */
  readonly value: number | null;
  readonly worstValue?: number | null;
  /** 1, or 0 for a silent sensor, because no reading raised the alarm. */
  readonly readings: 0 | 1;
}

/**
 * An alarm about a silent device. It belongs to a device, not to a sensor or chain. A device has at most one that is
 * active. `lastUs` identifies the silence that the alarm is about.
 */
export type SilenceAlarmRecord = Beginning & Pick<AlarmRecord, "lastUs">;

export interface KeptSilenceAlarm
  extends Pick<AlarmRecord, "id" | "name" | "severity" | "message" | "lastUs" | "clearedBy"> {
  readonly isCleared: boolean;
}

export const alarmFields = fieldsOf(alarmColumns);

export const alarmSelectList = selectList(alarmFields);

export function keptAlarm(alarm: AlarmRecord): KeptAlarm {
  const kept = Object.fromEntries(keptFields.map((field) => [field, alarm[field]])) as Pick<
    AlarmRecord,
    (typeof keptFields)[number]
  >;
  return { ...kept, isCleared: alarm.clearedUs !== null, isAcknowledged: alarm.acknowledgedMs !== null };
}

/** The changes of the table since both engines have it. */
export const alarmSteps: readonly SharedStep[] = [
  {
    name: "alarms of alert rules",
    // A rule may have the name of an alarm that a chain raises, so names are unique only within what raised the alarm.
    sqlite: {
      version: 20,
      sql: `
ALTER TABLE alarms ADD COLUMN rule_id INTEGER;
DROP INDEX alarms_active;
CREATE UNIQUE INDEX alarms_active ON alarms (sensor_id, name, coalesce(rule_id, 0)) WHERE cleared_us IS NULL;
`,
    },
    postgres: {
      version: 14,
      sql: `
ALTER TABLE weir_store.alarms ADD COLUMN rule_id int8;
DROP INDEX weir_store.alarms_active;
CREATE UNIQUE INDEX alarms_active ON weir_store.alarms (sensor_id, name, coalesce(rule_id, 0)) WHERE cleared_us IS NULL;
`,
    },
  },
  {
    name: "why alarms of alert rules were cleared",
    sqlite: {
      version: 24,
      sql: `
ALTER TABLE alarms ADD COLUMN clear_reason TEXT CHECK (clear_reason IN ('rule_deleted', 'rule_not_applicable'));
`,
    },
    postgres: {
      version: 17,
      sql: `
ALTER TABLE weir_store.alarms ADD COLUMN clear_reason text CHECK (clear_reason IN ('rule_deleted', 'rule_not_applicable'));
`,
    },
  },
  {
    name: "when the severity of alarms rose",
    // It only rises, so it becomes each severity once.
    sqlite: {
      version: 25,
      sql: `
ALTER TABLE alarms ADD COLUMN warning_us INTEGER;
ALTER TABLE alarms ADD COLUMN critical_us INTEGER;
`,
    },
    postgres: {
      version: 18,
      sql: `
ALTER TABLE weir_store.alarms ADD COLUMN warning_us int8, ADD COLUMN critical_us int8;
`,
    },
  },
  {
    name: "worst values of alarms",
    sqlite: { version: 27, sql: "ALTER TABLE alarms ADD COLUMN worst_value REAL" },
    postgres: { version: 23, sql: "ALTER TABLE weir_store.alarms ADD COLUMN worst_value float8" },
  },
];
