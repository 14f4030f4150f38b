import { followUpsOf, snoozedUntilUs } from "../../control/alarms/alarm-follow-ups.ts";
import type { ControlReader } from "../../control/control.ts";
import { deviceByUuid } from "../../control/devices/device-ids.ts";
import type { TokenKey } from "../../control/sealing/token-key.ts";
import type { ChannelBook } from "../../deliver/channels/channel-book.ts";
import { loadChannel } from "../../manage/notifications/sealed-channel.ts";

/** The channels of control data for delivery. Each is read when a message for it is due. */
export function openChannelBook(control: Pick<ControlReader, "db" | "dialect">, key: TokenKey): ChannelBook {
  return {
    find: (uuid) => loadChannel(control, key, uuid),
    async snoozedUntilMs({ id, severity }, nowMs) {
      const snooze = (await followUpsOf(control, [id])).get(id)?.snooze ?? null;
      const untilUs = snoozedUntilUs({ severity, clearedUs: null }, snooze, nowMs * 1000);
      return untilUs === null ? null : Math.ceil(untilUs / 1000);
    },
    async withNames(message) {
      const alarms = [];
      for (const alarm of message.alarms) {
        const { uuid, name } = alarm.device;
        const known =
          name === "" ? ((await deviceByUuid(control.db, uuid))?.name ?? "A deleted device") : name;
        alarms.push({ ...alarm, device: { uuid, name: known } });
      }
      return { ...message, alarms };
    },
  };
}
