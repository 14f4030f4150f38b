import type { AlarmChange } from "@weir/protocol/closed-sets";
import type { alarmFollowUpRoutes } from "@weir/protocol/manage/alarm-follow-up-routes";
import { actsPerAlarmMax, snoozeDaysMax, snoozedPerAccountMax } from "@weir/protocol/manage/alarm-forms";
import { noNotifiedValues } from "@weir/protocol/manage/alarm-values";
import { fail } from "@weir/protocol/result";
import { actsOf } from "../../control/alarms/alarm-acts.ts";
import { formatMicros } from "../../platform/instant.ts";
import type { Declined, ProblemDetails } from "../../web/api-answer.ts";
import { badField } from "../../web/bad-field.ts";
import { parseTimeUs } from "../../web/parse-time-us.ts";
import { notATime } from "../../web/reading-range.ts";
import type { AccountContext } from "../core/api-context.ts";
import type { HandlersOf } from "../core/handler.ts";
import { type Result, succeed } from "../core/manage-error.ts";
import { microsOrNull } from "../core/records/record-values.ts";
import { actorOf, noSuchAlarm, nowUsOf, writerOf } from "./alarm-context.ts";
import {
  assignAlarm,
  commentOnAlarm,
  deleteComment,
  type FollowUpRefusal,
  snoozeAlarm,
} from "./alarm-follow-ups.ts";
import { actToJson, historyOf } from "./alarm-history.ts";
import { alarmToJson } from "./alarm-json.ts";
import type { AlarmView } from "./alarm-view.ts";
import { findAlarm, recurrencesOf } from "./alarms.ts";

const dayUs = 86_400e6;

export const alarmFollowUpHandlers: HandlersOf<typeof alarmFollowUpRoutes> = {
  async showAlarmHistory(context, { params }) {
    const reader = writerOf(context);
    const alarm = await findAlarm(reader, params.id);
    if (alarm === null) return noSuchAlarm(params.id);
    const acts = await actsOf(context.control.db, alarm.id);
    const recurrences = (await recurrencesOf(reader, alarm)).map(
      ({ id, state, severity, raisedUs, clearedUs }) => ({
        id,
        state,
        severity,
        raised_at: formatMicros(raisedUs),
        cleared_at: microsOrNull(clearedUs),
      }),
    );
    return succeed({ items: historyOf(alarm, acts, actorOf(context)), recurrences });
  },

  async commentOnAlarm(context, { params, body }) {
    const alarm = await findAlarm(writerOf(context), params.id);
    if (alarm === null) return noSuchAlarm(params.id);
    const text = body.text.trim();
    if (text === "") return badField("text", "Write something.");
    const deed = deedOf(context, alarm);
    const done = took(await commentOnAlarm(deed, text));
    if (!done.ok) return done;
    tell(context, alarm, "commented");
    const { actor, nowUs: atUs } = deed;
    const act = { ...done.value, act: "commented", atUs, by: actor.name, userId: actor.userId } as const;
    return succeed(actToJson({ ...act, text, untilUs: null }, actor));
  },

  async deleteAlarmComment(context, { params }) {
    const alarm = await findAlarm(writerOf(context), params.id);
    if (alarm === null) return noSuchAlarm(params.id);
    const done = took(await deleteComment(deedOf(context, alarm), params.comment));
    if (done.ok) tell(context, alarm, "commented");
    return done;
  },

  async assignAlarm(context, { params, body }) {
    const alarm = await findAlarm(writerOf(context), params.id);
    if (alarm === null) return noSuchAlarm(params.id);
    const done = took(await assignAlarm(deedOf(context, alarm), body.assignee));
    if (!done.ok) return done;
    tell(context, alarm, body.assignee === null ? "unassigned" : "assigned");
    return shown(context, alarm.id);
  },

  async snoozeAlarm(context, { params, body }) {
    const alarm = await findAlarm(writerOf(context), params.id);
    if (alarm === null) return noSuchAlarm(params.id);
    const untilUs = body.until === null ? null : parseTimeUs(body.until);
    if (body.until !== null && untilUs === null) return badField("until", notATime);
    const nowUs = nowUsOf(context);
    if (untilUs !== null && (untilUs <= nowUs || untilUs > nowUs + snoozeDaysMax * dayUs))
      return badField("until", `It must be a time within the next ${snoozeDaysMax} days.`);
    if (untilUs !== null && alarm.state === "cleared") return fail(alarmCleared);
    const done = took(await snoozeAlarm(deedOf(context, alarm), untilUs));
    if (!done.ok) return done;
    tell(context, alarm, untilUs === null ? "unsnoozed" : "snoozed");
    return shown(context, alarm.id);
  },
};

function deedOf(context: AccountContext, alarm: AlarmView) {
  return { control: context.control, alarm, actor: actorOf(context), nowUs: nowUsOf(context) };
}

async function shown(context: AccountContext, id: number) {
  const alarm = await findAlarm(writerOf(context), id);
  return alarm === null ? noSuchAlarm(id) : succeed(alarmToJson(alarm, nowUsOf(context)));
}

/** Informs open pages. An alarm of a removed device is on none of them. */
function tell(context: AccountContext, alarm: AlarmView, change: AlarmChange): void {
  const { account, live } = context;
  const { name, severity, origin } = alarm;
  if (origin.device === null) return;
  const names = { accountId: account.id, device: origin.device.uuid, sensor: origin.sensor?.uuid ?? null };
  const values = { value: null, ...noNotifiedValues };
  const about = { name, severity, message: null, ...values, atUs: nowUsOf(context) };
  live.tell([{ kind: "alarm", ...names, ...about, change }]);
}

const alarmCleared: ProblemDetails = {
  status: 409,
  code: "alarm_cleared",
  detail: "The alarm is cleared, so there is nothing to snooze.",
};

const refusals: Readonly<Record<FollowUpRefusal, ProblemDetails>> = {
  "alarm removed": { status: 404, code: "unknown_alarm", detail: "The device or sensor was removed." },
  "too many acts": {
    status: 409,
    code: "too_many_alarm_acts",
    detail: `An alarm can have at most ${actsPerAlarmMax} comments and other entries.`,
  },
  "too many snoozed": {
    status: 409,
    code: "too_many_snoozed",
    detail: `At most ${snoozedPerAccountMax} alarms can be snoozed at a time.`,
  },
  "unknown member": {
    status: 422,
    code: "unknown_member",
    detail: "This account has no such member.",
    errors: [{ field: "assignee", message: "This account has no such member." }],
  },
  "unknown comment": { status: 404, code: "unknown_comment", detail: "This comment does not exist." },
  "not own comment": {
    status: 403,
    code: "not_own_comment",
    detail: "Only its author can delete a comment.",
  },
};

function took<T>(done: Result<T | { readonly refused: FollowUpRefusal }>) {
  if (!done.ok) return done;
  const { value } = done;
  const isRefused = typeof value === "object" && value !== null && "refused" in value;
  return isRefused ? (fail(refusals[value.refused]) as Declined) : succeed(value as T);
}
