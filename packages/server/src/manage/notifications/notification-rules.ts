import { randomUUID } from "node:crypto";
import type { Owner, Severity } from "@weir/protocol/closed-sets";
import { notificationRulesPerAccountMax } from "@weir/protocol/manage/notification-rule-forms";
import type { WeeklyMute } from "@weir/rule-engine/alerts/alert-mute";
import type { AuditedAction } from "../../control/audit/audited-action.ts";
import { type Channel, channelsFor } from "../../control/channels/channels.ts";
import type { Control, ControlChange, ControlData, ControlTransaction } from "../../control/control.ts";
import { groupByName } from "../../control/devices/device-groups.ts";
import {
  countNotificationRules,
  deleteNotificationRule,
  findNotificationRule,
  insertNotificationRule,
  type NotificationRule,
  type NotificationRuleFields,
  updateNotificationRule,
} from "../../control/notifications/notification-rules.ts";
import type { Viewer } from "../../control/owned-rows.ts";
import { type ExpectedVersion, isExpected, versionOf } from "../../web/expected-version.ts";
import { commitChange } from "../commit-change.ts";
import { type Refusal, type Result, refuse, succeed } from "../manage-error.ts";
import { type Editor, holderOf, ownerOf, refuseChanged, refuseOwner } from "../owner-rules.ts";
import { validateName } from "../validate-text.ts";
import { refuseHours } from "./refuse-hours.ts";

const channelThings = "channels and rules";

/** A rule as people write it: groups by name, channels by UUID. */
interface WrittenRule {
  readonly name: string;
  readonly min_severity: Severity;
  readonly group: string | null;
  readonly hours: WeeklyMute | null;
  readonly notify_cleared: boolean;
  readonly digest_minutes: number | null;
  readonly channels: readonly string[];
  readonly escalation: { readonly after_minutes: number; readonly channels: readonly string[] } | null;
}

/** Omitted fields stay. */
type RulePatch = { readonly [Field in keyof WrittenRule]?: WrittenRule[Field] | undefined };

/** A rule with the channels that it names, as far as they exist. */
export interface ShownRule extends NotificationRule {
  readonly channels: readonly Channel[];
  readonly escalationChannels: readonly Channel[];
}

export async function createNotificationRule(
  control: Control,
  editor: Editor,
  { owner, ...written }: WrittenRule & { readonly owner: Owner },
): Promise<Result<ShownRule>> {
  return commitChange(control, async (tx) => {
    const refused = refuseOwner(editor, owner, channelThings) ?? (await refuseOneMore(tx, editor.accountId));
    if (refused !== null) return refused;
    const holder = holderOf(editor, owner);
    const fields = await checkRule(tx, holder, written);
    if (!fields.ok) return fields;
    const uuid = randomUUID();
    await insertNotificationRule(tx, holder, { ...fields.value, uuid, nowUs: control.nowUs() });
    const made = await shownRule(tx, editor, uuid);
    if (!made.ok) return made;
    const audit = { ...actionOn("notification-rule.create", made.value), after: writtenOf(made.value) };
    return succeed({ value: made.value, audit: [audit], changes: [changeOf(made.value)] });
  });
}

export async function editNotificationRule(
  control: Control,
  editor: Editor,
  uuid: string,
  { patch, expected }: { readonly patch: RulePatch; readonly expected: ExpectedVersion },
): Promise<Result<ShownRule>> {
  return commitChange(control, async (tx) => {
    const found = await expectedRule(tx, editor, uuid, expected);
    if (!found.ok) return found;
    const before = found.value;
    const given = Object.entries(patch).filter(([, value]) => value !== undefined);
    const { accountId, userId } = before;
    const written = { ...writtenOf(before), ...Object.fromEntries(given) } as WrittenRule;
    const fields = await checkRule(tx, { accountId, userId }, written);
    if (!fields.ok) return fields;
    await updateNotificationRule(tx, before.id, fields.value);
    const after = await shownRule(tx, editor, uuid);
    if (!after.ok) return after;
    const sides = { before: writtenOf(before), after: writtenOf(after.value) };
    const audit = { ...actionOn("notification-rule.update", before), ...sides };
    return succeed({ value: after.value, audit: [audit], changes: [changeOf(before)] });
  });
}

export async function removeNotificationRule(
  control: Control,
  editor: Editor,
  uuid: string,
  expected: ExpectedVersion,
): Promise<Result<null>> {
  return commitChange(control, async (tx) => {
    const found = await expectedRule(tx, editor, uuid, expected);
    if (!found.ok) return found;
    await deleteNotificationRule(tx, found.value.id);
    const action = actionOn("notification-rule.delete", found.value);
    const audit = { ...action, before: writtenOf(found.value) };
    return succeed({ value: null, audit: [audit], changes: [changeOf(found.value)] });
  });
}

/** Finds a rule that the viewer may see. */
export async function shownRule(db: ControlData, editor: Editor, uuid: string): Promise<Result<ShownRule>> {
  const rule = await findNotificationRule(db, editor, uuid);
  if (rule === null) return refuse("unknown_notification_rule", "This notification rule does not exist.");
  return succeed(withChannels(rule, await channelsFor(db, editor)));
}

export function withChannels(rule: NotificationRule, all: readonly Channel[]): ShownRule {
  const named = (ids: readonly number[]) => all.filter(({ id }) => ids.includes(id));
  return {
    ...rule,
    channels: named(rule.channelIds),
    escalationChannels: named(rule.escalationChannelIds),
  };
}

export function etagOfRule(rule: ShownRule): string {
  return versionOf([writtenOf(rule)]);
}

function writtenOf(rule: ShownRule): WrittenRule {
  const { name, minSeverity, group, hours, notifyCleared, digestMinutes, escalateAfterMinutes } = rule;
  const uuids = (channels: readonly Channel[]) => channels.map(({ uuid }) => uuid);
  return {
    name,
    min_severity: minSeverity,
    group,
    hours,
    notify_cleared: notifyCleared,
    digest_minutes: digestMinutes,
    channels: uuids(rule.channels),
    escalation:
      escalateAfterMinutes === null
        ? null
        : { after_minutes: escalateAfterMinutes, channels: uuids(rule.escalationChannels) },
  };
}

async function expectedRule(
  db: ControlData,
  editor: Editor,
  uuid: string,
  expected: ExpectedVersion,
): Promise<Result<ShownRule>> {
  const found = await shownRule(db, editor, uuid);
  if (!found.ok) return found;
  const refused = refuseOwner(editor, ownerOf(found.value), channelThings);
  if (refused !== null) return refused;
  if (isExpected(expected, etagOfRule(found.value))) return found;
  return refuseChanged("rule");
}

/** Finds what the rule names. A rule of the account names only the account's channels, and a person's rule only their own. */
async function checkRule(
  tx: ControlTransaction,
  holder: Viewer,
  written: WrittenRule,
): Promise<Result<NotificationRuleFields>> {
  const name = validateName("A rule's name", written.name);
  if (!name.ok) return name;
  const refusedHours = refuseHours(written.hours);
  if (refusedHours !== null) return refusedHours;
  const { group, escalation } = written;
  const groupId = group === null ? null : ((await groupByName(tx, holder.accountId, group))?.id ?? null);
  if (group !== null && groupId === null) return refuse("unknown_group", `There is no group "${group}".`);
  const usable = (await channelsFor(tx, holder)).filter(({ userId }) => userId === holder.userId);
  const named = (uuid: string) => usable.find((channel) => channel.uuid === uuid.toLowerCase());
  const missing = [...written.channels, ...(escalation?.channels ?? [])].find((uuid) => !named(uuid));
  if (missing !== undefined) {
    const whose = holder.userId === null ? "The account has" : "You have";
    return refuse("unknown_channel", `${whose} no channel "${missing}".`);
  }
  const channelIds = written.channels.map((uuid) => named(uuid)!.id);
  const escalationChannelIds = (escalation?.channels ?? []).map((uuid) => named(uuid)!.id);
  return succeed({
    name: name.value,
    minSeverity: written.min_severity,
    groupId,
    hours: written.hours,
    notifyCleared: written.notify_cleared,
    digestMinutes: written.digest_minutes,
    escalateAfterMinutes: escalation?.after_minutes ?? null,
    channelIds,
    escalationChannelIds,
  });
}

async function refuseOneMore(db: ControlData, accountId: number): Promise<Refusal | null> {
  if ((await countNotificationRules(db, accountId)) < notificationRulesPerAccountMax) return null;
  return refuse(
    "too_many_notification_rules",
    `An account and its members can have at most ${notificationRulesPerAccountMax} notification rules.`,
  );
}

function actionOn(action: string, { accountId, uuid, userId }: NotificationRule): AuditedAction {
  return { isPrivate: userId !== null, accountId, action, subjectKind: "notification rule", subject: uuid };
}

/** Processors load the rules and channels of the account again. */
function changeOf({ accountId }: Pick<Channel, "accountId">): ControlChange {
  return { kind: "notifications", accountId };
}
