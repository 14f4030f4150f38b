/** Which devices have alarms. What chains keep is one. */
export interface AlarmedDevices {
  /** Those of the account that have active alarms, acknowledged or not. */
  deviceAlarms(accountId: number): Promise<readonly { readonly deviceId: number }[]>;
}

export async function devicesWithAlarms(
  alarms: AlarmedDevices,
  accountId: number,
): Promise<ReadonlySet<number>> {
  const found = await alarms.deviceAlarms(accountId);
  return new Set(found.map(({ deviceId }) => deviceId));
}
