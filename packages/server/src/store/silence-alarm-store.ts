import type { Severity } from "@weir/rule-engine/chain-host";

/**
 * Alarms about devices that are silent: of a device, and of no sensor and no chain.
 *
 * Promises: a device has at most one that is active. Like what chains keep, all of it belongs to the batch that
 * `ReadingStore.begin` opened.
 */
export interface SilenceAlarmStore {
  /** The last one of the device; null where it never had any. */
  newest(deviceId: number): KeptSilenceAlarm | null;
  /** Under this id, or one of its own. */
  raise(alarm: SilenceAlarmRecord & { readonly id?: number }): void;
  /** The server clears them; people clear alarms by their ids. */
  clear(id: number, clearedUs: number): void;
}

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
