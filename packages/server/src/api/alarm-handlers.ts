import type { alarmRoutes } from "@weir/protocol/manage/alarm-routes";
import {
  type AlarmChange,
  type AlarmView,
  acknowledgeAlarm,
  clearAlarm,
  findAlarm,
  listAlarms,
} from "../manage/alarms.ts";
import type { RecordWriter } from "../manage/record-access.ts";
import { microsOrNull, msOrNull } from "../manage/record-values.ts";
import { formatMicros } from "../platform/instant.ts";
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
    return alarms.ok ? { ok: true, value: recordsToPage(alarms.value, limit, alarmToJson) } : alarms;
  },

  showAlarm(context, { params }) {
    const alarm = findAlarm(writerOf(context), params.id);
    return alarm === null ? noSuchAlarm(params.id) : { ok: true, value: alarmToJson(alarm) };
  },

  acknowledgeAlarm: (context, { params }) =>
    change(context, params.id, "alarm.acknowledge", acknowledgeAlarm),

  clearAlarm: (context, { params }) => change(context, params.id, "alarm.clear", clearAlarm),
};

async function change(
  context: AccountContext,
  id: number,
  action: string,
  make: typeof clearAlarm,
): Promise<Outcome<typeof alarmRoutes.clearAlarm>> {
  return whenAnswered(async () => {
    const before = findAlarm(writerOf(context), id);
    const done = await make(writerOf(context), id, nameOf(context.caller!));
    if (!done.ok) return done;
    if (before === null || done.value === null) return noSuchAlarm(id);
    await auditChange(context, action, before, done.value);
    const { hasChanged, alarm } = done.value;
    return { ok: true, value: { changed: hasChanged, alarm: alarmToJson(alarm) } };
  });
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

function alarmToJson(alarm: AlarmView) {
  return {
    ...{
      id: alarm.id,
      state: alarm.state,
      severity: alarm.severity,
      name: alarm.name,
      message: alarm.message,
    },
    ...originToJson(alarm.origin),
    node: alarm.nodeId,
    raised_at: formatMicros(alarm.raisedUs),
    raised_value: alarm.raisedValue,
    last_at: formatMicros(alarm.lastUs),
    last_value: alarm.lastValue,
    readings: alarm.readings,
    acknowledged_at: msOrNull(alarm.acknowledgedMs),
    acknowledged_by: alarm.acknowledgedBy,
    cleared_at: microsOrNull(alarm.clearedUs),
    cleared_by: alarm.clearedBy,
  };
}
