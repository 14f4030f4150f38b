import type { Severity } from "@weir/protocol/closed-sets";

/**
 * An alarm about a silent device. It belongs to a device, not to a sensor or chain. A device has at most one that is
 * active.
 */
export interface SilenceAlarmRecord {
  readonly accountId: number;
  readonly deviceId: number;
  readonly name: string;
  readonly severity: Severity;
  readonly message: string;
  readonly raisedUs: number;
  /** When the device last connected. It identifies the silence that the alarm is about. */
  readonly lastUs: number;
}

export interface KeptSilenceAlarm {
  readonly id: number;
  readonly name: string;
  readonly severity: Severity;
  readonly message: string;
  readonly lastUs: number;
  readonly isCleared: boolean;
  /** Null if the server cleared it. */
  readonly clearedBy: string | null;
}
