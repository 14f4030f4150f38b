import type { alarmRoutes } from "@weir/protocol/manage/alarm-routes";
import { withinAccount } from "../../control/control.ts";
import { deviceIdsByUuid } from "../../control/devices/device-ids.ts";
import type { AlarmAction } from "../../process/processor-request.ts";
import type { DeviceAlarms } from "../../store/alarms/queries.ts";
import { badField } from "../../web/bad-field.ts";
import { readRange } from "../../web/reading-range.ts";
import { recordPage, recordsToPage } from "../../web/record-page.ts";
import type { AccountContext } from "../core/api-context.ts";
import { countedMax } from "../core/counted-max.ts";
import type { HandlersOf, Outcome } from "../core/handler.ts";
import { succeed } from "../core/manage-error.ts";
import type { RecordReader } from "../core/records/record-access.ts";
import { actorOf, noSuchAlarm, nowUsOf, writerOf } from "./alarm-context.ts";
import { idsByFollowUp, snoozedAlarms } from "./alarm-filter.ts";
import { alarmToJson } from "./alarm-json.ts";
import { changeAlarms, findAlarm, listAlarms } from "./alarms.ts";

export const alarmHandlers: HandlersOf<typeof alarmRoutes> = {
  async listAlarms(context, { query }) {
    const page = recordPage(query);
    if (!page.ok) return page;
    const raised = readRange(query);
    if (!raised.ok) return raised;
    const { state, severity, device, sensor, chain } = query;
    const { beforeId, limit } = page.value;
    const followed = await idsByFollowUp(context, query, page.value);
    if (!followed.ok) return followed;
    const filter = { state, severity, device, sensor, chain, ...raised.value, ...followed.value };
    const alarms = await listAlarms(writerOf(context), { ...filter, beforeId, limit });
    if (!alarms.ok) return alarms;
    const nowUs = nowUsOf(context);
    return succeed(recordsToPage(alarms.value, limit, (alarm) => alarmToJson(alarm, nowUs)));
  },

  async countAlarms(context) {
    const { chains, account } = context;
    const { active, unacknowledged, newestId } = await chains.alarmCounts(account.id, countedMax);
    const snoozed = { info: 0, warning: 0, critical: 0 };
    for (const { severity, acknowledgedMs } of await snoozedAlarms(context)) {
      if (acknowledgedMs === null) snoozed[severity]++;
    }
    const counts = { active: { ...active }, unacknowledged: { ...unacknowledged }, snoozed };
    return succeed({ ...counts, newest_id: newestId });
  },

  async listDeviceAlarms(context, { query }) {
    const items = await alarmsOfDevices(writerOf(context), context.account.id, query.devices);
    return succeed({ items });
  },

  async showAlarm(context, { params }) {
    const alarm = await findAlarm(writerOf(context), params.id);
    return alarm === null ? noSuchAlarm(params.id) : succeed(alarmToJson(alarm, nowUsOf(context)));
  },

  acknowledgeAlarm: (context, { params }) => changeOne(context, "acknowledge", params.id),

  acknowledgeAlarms: (context, { body }) => changeSeveral(context, "acknowledge", body),

  unacknowledgeAlarms: (context, { body }) => changeSeveral(context, "unacknowledge", body),

  clearAlarm: (context, { params }) => changeOne(context, "clear", params.id),

  clearAlarms: (context, { body }) => changeSeveral(context, "clear", body),
};

async function changeOne(
  context: AccountContext,
  action: AlarmAction,
  id: number,
): Promise<Outcome<typeof alarmRoutes.clearAlarm>> {
  const done = await changeAlarms(writerOf(context), action, [id], actorOf(context));
  if (!done.ok) return done;
  const [only] = done.value.changes;
  if (only === undefined) return noSuchAlarm(id);
  return succeed({ changed: only.hasChanged, alarm: alarmToJson(only.alarm, nowUsOf(context)) });
}

async function changeSeveral(
  context: AccountContext,
  action: AlarmAction,
  { ids, by }: { readonly ids: readonly number[]; readonly by?: string | undefined },
): Promise<Outcome<typeof alarmRoutes.acknowledgeAlarms>> {
  const caller = context.caller!;
  if (by !== undefined && caller.kind !== "operator") return otherName;
  const done = await changeAlarms(
    writerOf(context),
    action,
    ids,
    by === undefined ? actorOf(context) : { name: by, userId: null },
  );
  if (!done.ok) return done;
  const { changes, unknownIds } = done.value;
  const nowUs = nowUsOf(context);
  const idsWhere = (isMeant: boolean) =>
    changes.filter(({ hasChanged }) => hasChanged === isMeant).map(({ alarm }) => alarm.id);
  const byId = { changed: idsWhere(true), unchanged: idsWhere(false), unknown_ids: [...unknownIds] };
  return succeed({ ...byId, alarms: changes.map(({ alarm }) => alarmToJson(alarm, nowUs)) });
}

const otherName = badField("body.by", "Only the operator of the server can give another name.");

/** The devices with active alarms, by UUID. Takes two queries, however many devices there are. */
async function alarmsOfDevices(
  { control, queries }: RecordReader,
  accountId: number,
  uuids: readonly string[],
): Promise<(Omit<DeviceAlarms, "deviceId"> & { readonly device: string })[]> {
  const ids = await deviceIdsByUuid(withinAccount(control, accountId), uuids);
  const byId = new Map(Array.from(ids, ([uuid, id]) => [id, uuid]));
  const found = await queries.deviceAlarms(accountId, [...byId.keys()]);
  return found.map(({ deviceId, ...alarms }) => ({ device: byId.get(deviceId)!, ...alarms }));
}
