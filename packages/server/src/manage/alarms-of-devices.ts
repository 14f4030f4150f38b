import type { DeviceAlarms } from "../store/chain-queries.ts";
import type { RecordReader } from "./record-access.ts";

/** By the devices' UUIDs, those that have active alarms. Two queries, however many devices there are. */
export async function alarmsOfDevices(
  { control, queries }: RecordReader,
  accountId: number,
  uuids: readonly string[],
): Promise<(Omit<DeviceAlarms, "deviceId"> & { readonly device: string })[]> {
  const rows = await control.db
    .selectFrom("devices")
    .select(["id", "uuid"])
    .where("uuid", "in", uuids)
    .where("account_id", "=", accountId)
    .execute();
  const byId = new Map(rows.map(({ id, uuid }) => [id, uuid]));
  return queries
    .deviceAlarms(accountId, [...byId.keys()])
    .map(({ deviceId, ...alarms }) => ({ device: byId.get(deviceId)!, ...alarms }));
}
