import type { Severity } from "@weir/rule-engine/chain-host";
import type { ControlReader } from "../control/control-store.ts";

/** A device of which an alarm is to be raised when it goes silent. */
export interface WatchedDevice {
  readonly accountId: number;
  readonly deviceId: number;
  readonly deviceUuid: string;
  readonly severity: Severity;
  /** As it was set for the device, its group or its account; null where that is left to what is learned. */
  readonly setIntervalMs: number | null;
}

/** Of all accounts. Costs a look through all devices, unless nobody has set an alarm anywhere. */
export function loadWatchedDevices({ database }: Pick<ControlReader, "database">): WatchedDevice[] {
  const [[isAnySet]] = database.query(anySetSql).values() as [[0 | 1]];
  if (isAnySet === 0) return [];
  const rows = database.query(watchedSql).values() as WatchedRow[];
  return rows.map(([deviceId, deviceUuid, accountId, severity, intervalS]) => ({
    ...{ accountId, deviceId, deviceUuid, severity },
    setIntervalMs: intervalS === null ? null : intervalS * 1000,
  }));
}

type WatchedRow = [id: number, uuid: string, accountId: number, severity: Severity, intervalS: number | null];

const anySetSql = `
  SELECT EXISTS (SELECT 1 FROM accounts WHERE silence_alarm <> 'off')
    OR EXISTS (SELECT 1 FROM device_groups WHERE silence_alarm <> 'off')
    OR EXISTS (SELECT 1 FROM devices WHERE silence_alarm IS NOT NULL AND silence_alarm <> 'off')`;

const watchedSql = `
  SELECT devices.id, devices.uuid, devices.account_id,
    coalesce(devices.silence_alarm, device_groups.silence_alarm, accounts.silence_alarm) AS alarm,
    coalesce(devices.expected_interval_s, device_groups.expected_interval_s, accounts.expected_interval_s)
  FROM devices
  JOIN accounts ON accounts.id = devices.account_id
  LEFT JOIN device_groups ON device_groups.id = devices.group_id
  WHERE devices.enabled = 1 AND alarm <> 'off'`;
