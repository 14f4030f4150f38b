/** Which devices have alarms. What chains keep is one. */
export interface AlarmedDevices {
  /** Those of the account that have active alarms, acknowledged or not. */
  deviceAlarms(accountId: number): readonly { readonly deviceId: number }[];
}

export function devicesWithAlarms(alarms: AlarmedDevices, accountId: number): ReadonlySet<number> {
  return new Set(alarms.deviceAlarms(accountId).map(({ deviceId }) => deviceId));
}
