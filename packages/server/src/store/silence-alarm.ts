import type { Severity } from "@weir/protocol/closed-sets";

/** An alarm about a device that is silent: of a device, and of no sensor and no chain. A device has at most one that is active. */
export interface SilenceAlarmRecord {
  readonly accountId: number;
  readonly deviceId: number;
  readonly name: string;
  readonly severity: Severity;
  readonly message: string;
  readonly raisedUs: number;
  /** When the device last connected: one that was silent since then had this alarm. */
  readonly lastUs: number;
}

export interface KeptSilenceAlarm {
  readonly id: number;
  readonly name: string;
  readonly severity: Severity;
  readonly message: string;
  readonly lastUs: number;
  readonly isCleared: boolean;
  /** Null where the server did. */
  readonly clearedBy: string | null;
}
