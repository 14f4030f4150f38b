import type { Severity } from "@weir/protocol/closed-sets";
import type { NotifiedAlarmValues } from "@weir/protocol/manage/alarm-values";
import type { SilenceAlarmRecord } from "../../store/alarms/record.ts";

/** Learns of every alarm that the open batch raises, makes graver or clears. Nothing is called for a reading that changes no alarm. */
export interface AlarmListener {
  raised(id: number, alarm: RaisedSensorAlarm): void;
  /** The severity of an active alarm rose. */
  rose(id: number, alarm: RisenAlarm): void;
  cleared(id: number, alarm: ClearedSensorAlarm): void;
  /** An alarm about a silent device. */
  fellSilent(id: number, alarm: SilenceAlarmRecord): void;
  heardAgain(id: number, alarm: ClearedDeviceAlarm): void;
}

interface RaisedSensorAlarm extends NotifiedAlarmValues {
  readonly accountId: number;
  readonly deviceId: number;
  readonly sensorId: number;
  readonly ruleId: number | null;
  readonly name: string;
  readonly severity: Severity;
  readonly message: string;
  readonly raisedUs: number;
  readonly value: number | null;
}

/** An active alarm with its new severity and message. */
export interface RisenAlarm extends Omit<RaisedSensorAlarm, "raisedUs"> {
  readonly roseUs: number;
}

interface ClearedSensorAlarm extends NotifiedAlarmValues {
  readonly sensorId: number;
  readonly ruleId: number | null;
  readonly name: string;
  readonly severity: Severity;
  readonly clearedUs: number;
}

interface ClearedDeviceAlarm {
  readonly accountId: number;
  readonly deviceId: number;
  readonly name: string;
  readonly severity: Severity;
  readonly clearedUs: number;
}

export const nobodyListens: AlarmListener = {
  raised: () => undefined,
  rose: () => undefined,
  cleared: () => undefined,
  fellSilent: () => undefined,
  heardAgain: () => undefined,
};
