import type { SilenceAlarmStore } from "../store/silence-alarm-store.ts";
import type { LiveFeed } from "./live-feed.ts";
import type { AnswerTo, ChangeSilenceAlarms, DeviceOfAlarm } from "./processor-request.ts";

/**
 * Raises and clears the alarms of silent devices, and tells who watches; the caller has a batch open. Asking twice changes
 * nothing: a device has one active alarm at most, and one that a person cleared is not raised again for the same silence.
 */
export function changeSilenceAlarms(
  { raise, clear, atMs }: ChangeSilenceAlarms,
  alarms: SilenceAlarmStore,
  feed: LiveFeed,
): AnswerTo<ChangeSilenceAlarms> {
  const atUs = atMs * 1000;
  const at = { atUs, value: null };
  const raised: number[] = [];
  const cleared: number[] = [];
  for (const { lastConnectedMs, name, severity, message, ...device } of raise) {
    const { accountId, deviceId } = device;
    const lastUs = lastConnectedMs * 1000;
    const newest = alarms.newest(deviceId);
    if (newest !== null && !newest.isCleared) continue;
    if (newest !== null && newest.lastUs === lastUs && newest.clearedBy !== null) continue;
    alarms.raise({ accountId, deviceId, name, severity, message, raisedUs: atUs, lastUs });
    feed.alarm(sourceOf(device), { name, severity, message }, "raised", at);
    raised.push(deviceId);
  }
  for (const device of clear) {
    const newest = alarms.newest(device.deviceId);
    if (newest === null || newest.isCleared) continue;
    const { id, name, severity, message } = newest;
    alarms.clear(id, atUs);
    feed.alarm(sourceOf(device), { name, severity, message }, "cleared", at);
    cleared.push(device.deviceId);
  }
  return { raised, cleared };
}

function sourceOf({ accountId, deviceUuid: uuid }: DeviceOfAlarm) {
  return { accountId, device: { uuid }, sensor: null };
}
