import type { ClearReason, Severity } from "@weir/protocol/closed-sets";
import { column, type RecordOf, selectList } from "../engine/record-columns.ts";

/** The columns of an alarm. */
const alarmColumns = {
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
  readings: column.integer,
  acknowledgedMs: column.integerOrNull,
  acknowledgedBy: column.textOrNull,
  clearedUs: column.integerOrNull,
  /** Null if a chain or an alert rule cleared the alarm, or the device connected again. */
  clearedBy: column.textOrNull,
  clearReason: column.oneOf<ClearReason | null>(),
  /** When the severity rose to these while the alarm was active; null if it did not. */
  warningUs: column.integerOrNull,
  criticalUs: column.integerOrNull,
};

export type AlarmRecord = RecordOf<typeof alarmColumns>;

export const alarmSelectList = selectList(Object.keys(alarmColumns));
