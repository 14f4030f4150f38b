import type { Severity } from "@weir/protocol/closed-sets";
import type { SilenceAlarmRecord } from "../../store/silence-alarm.ts";

/** Learns of every alarm that the open batch raises or clears. Nothing is called for a reading that changes no alarm. */
export interface AlarmListener {
  raised(id: number, alarm: RaisedSensorAlarm): void;
  cleared(id: number, alarm: ClearedSensorAlarm): void;
  /** An alarm about a silent device. */
  fellSilent(id: number, alarm: SilenceAlarmRecord): void;
  heardAgain(id: number, alarm: ClearedDeviceAlarm): void;
}

interface RaisedSensorAlarm {
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

interface ClearedSensorAlarm {
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
  cleared: () => undefined,
  fellSilent: () => undefined,
  heardAgain: () => undefined,
};
