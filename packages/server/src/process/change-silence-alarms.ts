import { noNotifiedValues } from "@weir/protocol/manage/alarm-values";
import type { OwnerQueries } from "../store/owner-queries.ts";
import type { HostParts } from "./chains/host-parts.ts";
import type { AnswerTo, ChangeSilenceAlarms, DeviceOfAlarm } from "./processor-request.ts";

/**
 * Raises and clears the alarms of silent devices, and informs open pages. The caller has a batch open. Repeating a
 * request changes nothing: a device has at most one active silence alarm, and one that a person cleared is not raised
 * again for the same silence.
 */
export async function changeSilenceAlarms(
  { raise, clear, atMs }: ChangeSilenceAlarms,
  queries: Pick<OwnerQueries, "silenceAlarms">,
  { batch, records, feed }: Pick<HostParts, "batch" | "records" | "feed">,
): Promise<AnswerTo<ChangeSilenceAlarms>> {
  const newestOf = new Map(await queries.silenceAlarms([...raise, ...clear].map(({ deviceId }) => deviceId)));
  const atUs = atMs * 1000;
  const at = { atUs, value: null, ...noNotifiedValues };
  const raised: number[] = [];
  const cleared: number[] = [];
  for (const { lastConnectedMs, name, severity, message, ...device } of raise) {
    const { accountId, deviceId } = device;
    const lastUs = lastConnectedMs * 1000;
    const newest = newestOf.get(deviceId);
    if (newest !== undefined && !newest.isCleared) continue;
    if (newest !== undefined && newest.lastUs === lastUs && newest.clearedBy !== null) continue;
    const id = records.ids.alarm();
    const alarm = { accountId, deviceId, name, severity, message, raisedUs: atUs, lastUs };
    batch.alarms.push({ kind: "fell silent", id, alarm });
    records.listener.fellSilent(id, alarm);
    newestOf.set(deviceId, { id, name, severity, message, lastUs, isCleared: false, clearedBy: null });
    feed.alarm(sourceOf(device), { name, severity, message }, "raised", at);
    raised.push(deviceId);
  }
  for (const device of clear) {
    const newest = newestOf.get(device.deviceId);
    if (newest === undefined || newest.isCleared) continue;
    const { id, name, severity, message } = newest;
    batch.alarms.push({ kind: "cleared", id, clearedUs: atUs, clearedBy: null });
    records.listener.heardAgain(id, { ...device, name, severity, clearedUs: atUs });
    newestOf.set(device.deviceId, { ...newest, isCleared: true });
    feed.alarm(sourceOf(device), { name, severity, message }, "cleared", at);
    cleared.push(device.deviceId);
  }
  return { raised, cleared };
}

function sourceOf({ accountId, deviceUuid: uuid }: DeviceOfAlarm) {
  return { accountId, device: { uuid }, sensor: null };
}
