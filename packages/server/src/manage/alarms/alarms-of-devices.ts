import { withinAccount } from "../../control/control-store.ts";
import { deviceIdsByUuid } from "../../control/devices/device-ids.ts";
import type { DeviceAlarms } from "../../store/chain-queries.ts";
import type { RecordReader } from "../records/record-access.ts";

/** By the devices' UUIDs, those that have active alarms. Two queries, however many devices there are. */
export async function alarmsOfDevices(
  { control, queries }: RecordReader,
  accountId: number,
  uuids: readonly string[],
): Promise<(Omit<DeviceAlarms, "deviceId"> & { readonly device: string })[]> {
  const ids = await deviceIdsByUuid(withinAccount(control, accountId), uuids);
  const byId = new Map(Array.from(ids, ([uuid, id]) => [id, uuid]));
  const found = await queries.deviceAlarms(accountId, [...byId.keys()]);
  return found.map(({ deviceId, ...alarms }) => ({ device: byId.get(deviceId)!, ...alarms }));
}
