import { actsPerAlarmMax, snoozedPerAccountMax } from "@weir/protocol/manage/alarm-forms";
import {
  type AlarmActEntry,
  actsOf,
  countActs,
  deleteAct,
  insertActs,
} from "../../control/alarms/alarm-acts.ts";
import {
  followUpsOf,
  putFollowUps,
  setAssignee,
  setSnooze,
  snoozedAlarmIds,
} from "../../control/alarms/alarm-follow-ups.ts";
import { type AuditedAction, nothingToAudit } from "../../control/audit/audited-action.ts";
import type { Control, ControlTransaction } from "../../control/control.ts";
import { findMember } from "../../control/people/memberships.ts";
import { formatMicros } from "../../platform/instant.ts";
import { commitChange } from "../core/commit-change.ts";
import { type Result, succeed } from "../core/manage-error.ts";
import type { AlarmView } from "./alarm-view.ts";
import type { AlarmActor } from "./alarms.ts";

/** Why nothing was done about an alarm. */
export type FollowUpRefusal =
  | "alarm removed"
  | "too many acts"
  | "too many snoozed"
  | "unknown member"
  | "unknown comment"
  | "not own comment";

type Done<T> = Result<T | { readonly refused: FollowUpRefusal }>;

/** What is done, by whom and when. */
interface Deed {
  readonly control: Control;
  readonly alarm: AlarmView;
  readonly actor: AlarmActor;
  readonly nowUs: number;
}

/** Returns the comment's id. */
export function commentOnAlarm(deed: Deed, text: string): Promise<Done<{ readonly id: number }>> {
  return act(deed, "alarm.comment", async (tx) => {
    const id = await note(tx, deed, { act: "commented", text });
    return { value: { id }, after: { text } };
  });
}

export function deleteComment(deed: Deed, id: number): Promise<Done<null>> {
  const { control, alarm, actor } = deed;
  return act(deed, "alarm.delete-comment", async (tx) => {
    const comment = (await actsOf(tx, alarm.id)).find(
      (entry) => entry.id === id && entry.act === "commented",
    );
    if (comment === undefined) return { refused: "unknown comment" };
    // An operator has no user id, and may delete what operators wrote.
    const isOwn =
      actor.userId === null
        ? comment.userId === null && comment.by === control.actor.name
        : comment.userId === actor.userId;
    if (!isOwn) return { refused: "not own comment" };
    await deleteAct(tx, id);
    return { value: null, before: { text: comment.text } };
  });
}

/** `email` is null for nobody. */
export function assignAlarm(deed: Deed, email: string | null): Promise<Done<null>> {
  const { control, alarm } = deed;
  return act(deed, "alarm.assign", async (tx) => {
    const key = { accountId: alarm.accountId, email: email ?? "" };
    const member = email === null ? null : await findMember(control, tx, key);
    if (member === undefined) return { refused: "unknown member" };
    const before = (await followUpIn(tx, deed))?.assignee?.email ?? null;
    const after = member?.email ?? null;
    if (before === after) return { value: null };
    await setAssignee(tx, alarm.id, member?.userId ?? null);
    await note(tx, deed, { act: after === null ? "unassigned" : "assigned", text: after });
    return { value: null, before: { assignee: before }, after: { assignee: after } };
  });
}

/** `untilUs` is null to end the snooze. */
export function snoozeAlarm(deed: Deed, untilUs: number | null): Promise<Done<null>> {
  const { alarm, nowUs } = deed;
  return act(deed, "alarm.snooze", async (tx) => {
    const snooze = (await followUpIn(tx, deed))?.snooze ?? null;
    const before = snooze?.untilUs ?? null;
    // The severity has risen since if it is another one, and the snooze has ended with that.
    if (before === untilUs && (snooze === null || snooze.severity === alarm.severity)) return { value: null };
    const others = (await snoozedAlarmIds(tx, alarm.accountId, nowUs)).filter((id) => id !== alarm.id);
    if (untilUs !== null && others.length >= snoozedPerAccountMax) return { refused: "too many snoozed" };
    await setSnooze(tx, alarm.id, untilUs === null ? null : { untilUs, severity: alarm.severity });
    await note(tx, deed, { act: untilUs === null ? "unsnoozed" : "snoozed", untilUs });
    return { value: null, before: { until: timeOf(before) }, after: { until: timeOf(untilUs) } };
  });
}

interface Change<T> {
  readonly value: T;
  readonly before?: object;
  readonly after?: object;
}

/** Makes a change of a follow-up, which may be refused. Without `before` and `after`, nothing was changed. */
function act<T>(
  { control, alarm }: Deed,
  action: string,
  make: (tx: ControlTransaction) => Promise<Change<T> | { readonly refused: FollowUpRefusal }>,
): Promise<Done<T>> {
  return commitChange<T | { readonly refused: FollowUpRefusal }>(control, async (tx) => {
    const made = await changeOf(tx);
    if ("refused" in made) {
      return succeed({ value: made, audit: nothingToAudit("nothing was changed"), changes: [] });
    }
    const { value, before, after } = made;
    const isChanged = before !== undefined || after !== undefined;
    const audited: AuditedAction = {
      accountId: alarm.accountId,
      action,
      subjectKind: "alarm",
      subject: String(alarm.id),
      before,
      after: { names: [alarm.name], device: alarm.origin.device?.uuid, ...after },
    };
    const audit = isChanged ? ([audited] as const) : nothingToAudit("it was so already");
    return succeed({ value, audit, changes: [] });
  });

  async function changeOf(tx: ControlTransaction) {
    const [known] = await putFollowUps(tx, control.dialect, [alarm]);
    if (known === undefined) return { refused: "alarm removed" } as const;
    if ((await countActs(tx, alarm.id)) >= actsPerAlarmMax) return { refused: "too many acts" } as const;
    return make(tx);
  }
}

function note(
  tx: ControlTransaction,
  { alarm, actor, nowUs }: Deed,
  entry: Pick<AlarmActEntry, "act"> & Partial<AlarmActEntry>,
): Promise<number> {
  const blank = { text: null, untilUs: null, atUs: nowUs, by: actor.name, userId: actor.userId };
  return insertActs(tx, [alarm.id], { ...blank, ...entry });
}

async function followUpIn(tx: ControlTransaction, { control, alarm }: Deed) {
  return (await followUpsOf({ db: tx, dialect: control.dialect }, [alarm.id])).get(alarm.id);
}

function timeOf(atUs: number | null): string | null {
  return atUs === null ? null : formatMicros(atUs);
}
