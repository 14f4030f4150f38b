import type { alarmRoutes } from "@weir/protocol/manage/alarm-routes";
import { alarmToJson } from "../manage/alarm-json.ts";
import {
  type AlarmChange,
  type AlarmView,
  acknowledgeAlarm,
  clearAlarm,
  findAlarm,
  listAlarms,
  unacknowledgeAlarm,
} from "../manage/alarms.ts";
import type { RecordWriter } from "../manage/record-access.ts";
import type { AccountContext, Caller } from "./api-context.ts";
import { audit } from "./audit.ts";
import type { HandlersOf, Outcome } from "./handler.ts";
import { whenAnswered } from "./processor-answer.ts";
import { readRange } from "./reading-range.ts";
import { originToJson } from "./record-json.ts";
import { noSuchRecord, recordPage, recordsToPage } from "./record-page.ts";

export const alarmHandlers: HandlersOf<typeof alarmRoutes> = {
  async listAlarms(context, { query }) {
    const page = recordPage(query);
    if (!page.ok) return page;
    const raised = readRange(query);
    if (!raised.ok) return raised;
    const { state, severity, device, sensor, chain } = query;
    const { beforeId, limit } = page;
    const filter = { state, severity, device, sensor, chain, ...raised.range };
    const alarms = await listAlarms(writerOf(context), { ...filter, beforeId, limit });
    return alarms.ok ? { ok: true, value: recordsToPage(alarms.value, limit, toJson) } : alarms;
  },

  showAlarm(context, { params }) {
    const alarm = findAlarm(writerOf(context), params.id);
    return alarm === null ? noSuchAlarm(params.id) : { ok: true, value: toJson(alarm) };
  },

  acknowledgeAlarm: (context, { params }) =>
    change(context, params.id, "alarm.acknowledge", acknowledgeAlarm),

  acknowledgeAlarms: (context, { body }) =>
    changeEach(context, body.ids, "alarm.acknowledge", acknowledgeAlarm),

  unacknowledgeAlarms: (context, { body }) =>
    changeEach(context, body.ids, "alarm.unacknowledge", unacknowledgeAlarm),

  clearAlarm: (context, { params }) => change(context, params.id, "alarm.clear", clearAlarm),
};

function change(
  context: AccountContext,
  id: number,
  action: string,
  make: typeof clearAlarm,
): Promise<Outcome<typeof alarmRoutes.clearAlarm>> {
  return whenAnswered(async () => {
    const done = await changeOne(context, id, action, make);
    if (!done.ok) return done;
    if (done.value === null) return noSuchAlarm(id);
    const { hasChanged, alarm } = done.value;
    return { ok: true, value: { changed: hasChanged, alarm: toJson(alarm) } };
  });
}

function changeEach(
  context: AccountContext,
  ids: readonly number[],
  action: string,
  make: typeof clearAlarm,
): Promise<Outcome<typeof alarmRoutes.acknowledgeAlarms>> {
  return whenAnswered(async () => {
    const value = { changed: [] as number[], unchanged: [] as number[], unknown_ids: [] as number[] };
    for (const id of new Set(ids)) {
      const done = await changeOne(context, id, action, make);
      if (!done.ok) return done;
      if (done.value === null) value.unknown_ids.push(id);
      else if (done.value.hasChanged) value.changed.push(id);
      else value.unchanged.push(id);
    }
    return { ok: true, value };
  });
}

/** In the caller's name, and audited. Null where there is no such alarm. */
async function changeOne(
  context: AccountContext,
  id: number,
  action: string,
  make: typeof clearAlarm,
): ReturnType<typeof clearAlarm> {
  const before = findAlarm(writerOf(context), id);
  const done = await make(writerOf(context), id, nameOf(context.caller!));
  if (before !== null && done.ok && done.value !== null)
    await auditChange(context, action, before, done.value);
  return done;
}

async function auditChange(
  context: AccountContext,
  action: string,
  before: AlarmView,
  { hasChanged, alarm }: AlarmChange,
): Promise<void> {
  if (!hasChanged) return;
  await audit(context, {
    ...{ action, subjectKind: "alarm", subject: String(alarm.id) },
    ...{ before: { state: before.state }, after: { state: alarm.state, name: alarm.name } },
  });
}

/** Who did it, as it stands beside the alarm. */
function nameOf(caller: Caller): string {
  return caller.kind === "user" ? caller.email : caller.name;
}

function writerOf({ control, chains: queries, ask }: AccountContext): RecordWriter {
  return { control, queries, ask };
}

function noSuchAlarm(id: number) {
  return noSuchRecord("alarm", id);
}

function toJson(alarm: AlarmView) {
  return alarmToJson(alarm, originToJson);
}
