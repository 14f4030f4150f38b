import type { SnoozeFilter } from "@weir/protocol/closed-sets";
import {
  assignedAlarmIds,
  followUpsOf,
  snoozedAlarmIds,
  snoozedUntilUs,
} from "../../control/alarms/alarm-follow-ups.ts";
import { findMember } from "../../control/people/memberships.ts";
import type { AlarmRecord } from "../../store/alarms/record.ts";
import type { AccountContext } from "../core/api-context.ts";
import { refuse, succeed } from "../core/manage-error.ts";
import { recordsPerPageMax } from "../core/records/record-access.ts";
import { nowUsOf } from "./alarm-context.ts";
import type { AlarmListRequest } from "./alarms.ts";

/** People assign few alarms to each other. Older ones than these are not found. */
const assignedMax = 10 * recordsPerPageMax;

/**
 * Turns filters that control data knows about into ids of alarms, which the store is asked for. Refuses an assignee who is
 * not a member.
 */
export async function idsByFollowUp(
  context: AccountContext,
  { assignee, snoozed }: { readonly assignee?: string | undefined; readonly snoozed: SnoozeFilter },
  { beforeId }: { readonly beforeId: number | undefined },
) {
  const assigned = assignee === undefined ? null : await assignedTo(context, assignee, beforeId);
  if (assigned !== null && !("ids" in assigned)) return assigned;
  const named = assigned === null ? {} : { ids: assigned.ids };
  if (snoozed === "include") return succeed<Pick<AlarmListRequest, "ids" | "exceptIds">>(named);
  const quiet = (await snoozedAlarms(context)).map(({ id }) => id);
  if (snoozed === "exclude") return succeed({ ...named, exceptIds: quiet });
  const isAssigned = new Set(assigned?.ids);
  return succeed({ ids: assigned === null ? quiet : quiet.filter((id) => isAssigned.has(id)) });
}

/** The alarms of the account that are snoozed now. There are at most as many as can be snoozed. */
export async function snoozedAlarms(context: AccountContext): Promise<AlarmRecord[]> {
  const { control, chains, account } = context;
  const nowUs = nowUsOf(context);
  const ids = await snoozedAlarmIds(control.db, account.id, nowUs);
  if (ids.length === 0) return [];
  const alarms = await chains.alarms({ accountId: account.id, ids, state: "active", limit: ids.length });
  const followUps = await followUpsOf(control, ids);
  return alarms.filter(
    (alarm) => snoozedUntilUs(alarm, followUps.get(alarm.id)?.snooze ?? null, nowUs) !== null,
  );
}

async function assignedTo(
  { control, caller, account }: AccountContext,
  assignee: string,
  beforeId: number | undefined,
) {
  const ownId = caller?.kind === "user" ? caller.userId : null;
  const key = assignee === "me" && ownId !== null ? { userId: ownId } : { email: assignee };
  const member = await findMember(control, control.db, { accountId: account.id, ...key });
  if (member === undefined) return refuse("unknown_member", "This account has no such member.");
  const whose = { accountId: account.id, userId: member.userId };
  return { ids: await assignedAlarmIds(control.db, whose, { beforeId, limit: assignedMax }) };
}
