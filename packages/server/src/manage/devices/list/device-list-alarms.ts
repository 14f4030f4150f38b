/** Knows which devices have alarms. The records of chains implement it. */
export interface AlarmedDevices {
  /** The devices of the account with active alarms, acknowledged or not. */
  deviceAlarms(accountId: number): Promise<readonly { readonly deviceId: number }[]>;
}

export async function devicesWithAlarms(
  alarms: AlarmedDevices,
  accountId: number,
): Promise<ReadonlySet<number>> {
  const found = await alarms.deviceAlarms(accountId);
  return new Set(found.map(({ deviceId }) => deviceId));
}
