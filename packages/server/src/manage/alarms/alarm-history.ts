import type { alarmFollowUpRoutes } from "@weir/protocol/manage/alarm-follow-up-routes";
import type { AnswerOf } from "@weir/protocol/manage/route";
import type { AlarmActEntry } from "../../control/alarms/alarm-acts.ts";
import { formatMicros } from "../../platform/instant.ts";
import { microsOrNull } from "../core/records/record-values.ts";
import type { AlarmView } from "./alarm-view.ts";
import type { AlarmActor } from "./alarms.ts";

type Entry = AnswerOf<(typeof alarmFollowUpRoutes)["commentOnAlarm"]>;

const nothing = {
  by: null,
  text: null,
  severity: null,
  reason: null,
  until: null,
  value: null,
  comment: null,
  is_own: false,
};

/**
 * What happened to an alarm, the oldest first. The store knows when it was raised, became graver and was cleared, and its last
 * acknowledgement; the acts of people are in control data. An acknowledgement without an act is from before acts were kept, or its process
 * ended between the two.
 */
export function historyOf(
  alarm: AlarmView,
  acts: readonly (AlarmActEntry & { readonly id: number })[],
  caller: AlarmActor,
): Entry[] {
  const {
    raisedUs,
    raisedValue,
    acknowledgedMs,
    acknowledgedBy,
    clearedUs,
    clearedBy,
    clearReason: reason,
  } = alarm;
  const isNoted = acts.some(({ act }) => act === "acknowledged");
  const entries: Entry[] = [
    { ...nothing, kind: "raised", at: formatMicros(raisedUs), value: raisedValue },
    ...(acknowledgedMs === null || isNoted
      ? []
      : [entryOf("acknowledged", acknowledgedMs * 1000, acknowledgedBy)]),
    ...acts.map((act) => actToJson(act, caller)),
    ...risesOf(alarm),
    ...(clearedUs === null ? [] : [{ ...entryOf("cleared", clearedUs, clearedBy), reason }]),
  ];
  // The time of a reading may be before or after the time at which people acted. Entries of the same time keep their order.
  return entries.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

export function actToJson(
  { id, act, atUs, by, userId, text, untilUs }: AlarmActEntry & { readonly id: number },
  caller: AlarmActor,
): Entry {
  const isComment = act === "commented";
  const isOwn = caller.userId === null ? userId === null && by === caller.name : userId === caller.userId;
  return {
    ...entryOf(act, atUs, by),
    text,
    until: microsOrNull(untilUs),
    comment: isComment ? id : null,
    is_own: isComment && isOwn,
  };
}

function risesOf({ warningUs, criticalUs }: AlarmView): Entry[] {
  const rises = [
    { severity: "warning", atUs: warningUs },
    { severity: "critical", atUs: criticalUs },
  ] as const;
  return rises.flatMap(({ severity, atUs }) =>
    atUs === null ? [] : [{ ...entryOf("severity_rose", atUs, null), severity }],
  );
}

function entryOf(kind: Entry["kind"], atUs: number, by: string | null): Entry {
  return { ...nothing, kind, at: formatMicros(atUs), by };
}
