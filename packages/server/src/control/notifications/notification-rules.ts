import type { WeeklyMute } from "@weir/rule-engine/alerts/alert-mute";
import type { NotificationTerms } from "@weir/rule-engine/alerts/notification-terms";
import type { Selectable } from "kysely";
import type { NotificationRuleTable } from "../channel-schema.ts";
import type { ControlData, ControlTransaction } from "../control.ts";
import { type Viewer, visibleTo } from "../owned-rows.ts";

/** What people edit of a rule. Groups and channels are named by ids, which stay when they are renamed. */
export interface NotificationRuleFields extends NotificationTerms {
  readonly name: string;
  readonly channelIds: readonly number[];
  readonly escalationChannelIds: readonly number[];
}

/** A rule that says which channels are notified of which alarms. */
export interface NotificationRule extends NotificationRuleFields {
  readonly id: number;
  readonly uuid: string;
  readonly accountId: number;
  /** The person whose own rule it is; null for a rule of the account. */
  readonly userId: number | null;
  readonly group: string | null;
  readonly createdAt: number;
}

/** The rules of all accounts, as the processor needs them. */
export async function loadNotificationRules(db: ControlData) {
  const rows = await db.selectFrom("notification_rules").selectAll().orderBy("id").execute();
  if (rows.length === 0) return [];
  const channels = await db
    .selectFrom("notification_rule_channels")
    .innerJoin("channels", "channels.id", "channel_id")
    .select([
      "rule_id as ruleId",
      "is_escalation as isEscalation",
      "uuid",
      "destination",
      "quiet_hours as quiet",
    ])
    .orderBy("channels.id")
    .execute();
  const ofRule = Map.groupBy(channels, ({ ruleId }) => ruleId);
  return rows.map((row) => {
    const named = (ofRule.get(row.id) ?? []).map(({ uuid, destination, quiet, isEscalation }) => ({
      uuid,
      destination,
      isEscalation,
      quietHours: spanOf(quiet),
    }));
    return {
      id: row.id,
      accountId: row.account_id,
      ...termsOf(row),
      channels: named.filter(({ isEscalation }) => isEscalation === 0),
      escalationChannels: named.filter(({ isEscalation }) => isEscalation === 1),
    };
  });
}

/** The rules of the account and the viewer's own, by name in any case of letters. */
export async function notificationRulesFor(db: ControlData, viewer: Viewer): Promise<NotificationRule[]> {
  const rows = await visibleRules(db, viewer)
    .orderBy(({ fn }) => fn("lower", ["notification_rules.name"]))
    .orderBy("notification_rules.id")
    .execute();
  return withChannels(db, rows);
}

/** The rules of the account and of all its members, by name in any case of letters. */
export async function allNotificationRules(db: ControlData, accountId: number): Promise<NotificationRule[]> {
  const rows = await rulesOf(db, accountId)
    .orderBy(({ fn }) => fn("lower", ["notification_rules.name"]))
    .orderBy("notification_rules.id")
    .execute();
  return withChannels(db, rows);
}

/** Returns null also for another person's own rule. */
export async function findNotificationRule(
  db: ControlData,
  viewer: Viewer,
  uuid: string,
): Promise<NotificationRule | null> {
  const rows = await visibleRules(db, viewer).where("notification_rules.uuid", "=", uuid).execute();
  return (await withChannels(db, rows))[0] ?? null;
}

export async function countNotificationRules(db: ControlData, accountId: number): Promise<number> {
  const { count } = await db
    .selectFrom("notification_rules")
    .select((row) => row.fn.countAll<number>().as("count"))
    .where("account_id", "=", accountId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertNotificationRule(
  tx: ControlTransaction,
  { accountId, userId }: Viewer,
  { uuid, nowUs, ...fields }: NotificationRuleFields & { readonly uuid: string; readonly nowUs: number },
): Promise<void> {
  const { id } = await tx
    .insertInto("notification_rules")
    .values({ uuid, account_id: accountId, user_id: userId, created_at: nowUs, ...columnsOf(fields) })
    .returning("id")
    .executeTakeFirstOrThrow();
  await putChannels(tx, id, fields);
}

export async function updateNotificationRule(
  tx: ControlTransaction,
  id: number,
  fields: NotificationRuleFields,
): Promise<void> {
  await tx.updateTable("notification_rules").set(columnsOf(fields)).where("id", "=", id).execute();
  await tx.deleteFrom("notification_rule_channels").where("rule_id", "=", id).execute();
  await putChannels(tx, id, fields);
}

/** Its list of channels is deleted with it. */
export async function deleteNotificationRule(tx: ControlTransaction, id: number): Promise<void> {
  await tx.deleteFrom("notification_rules").where("id", "=", id).execute();
}

async function putChannels(
  tx: ControlTransaction,
  ruleId: number,
  { channelIds, escalationChannelIds }: NotificationRuleFields,
): Promise<void> {
  const rowsOf = (ids: readonly number[], isEscalation: 0 | 1) =>
    [...new Set(ids)].map((id) => ({ rule_id: ruleId, channel_id: id, is_escalation: isEscalation }));
  const rows = [...rowsOf(channelIds, 0), ...rowsOf(escalationChannelIds, 1)];
  if (rows.length > 0) await tx.insertInto("notification_rule_channels").values(rows).execute();
}

function columnsOf(fields: NotificationRuleFields) {
  const { name, minSeverity, groupId, hours, notifyCleared, digestMinutes, escalateAfterMinutes } = fields;
  return {
    name,
    min_severity: minSeverity,
    group_id: groupId,
    digest_minutes: digestMinutes,
    hours: hours === null ? null : JSON.stringify(hours),
    notify_cleared: notifyCleared ? (1 as const) : (0 as const),
    escalate_minutes: escalateAfterMinutes,
  };
}

function visibleRules(db: ControlData, { accountId, userId }: Viewer) {
  return rulesOf(db, accountId).where(visibleTo(userId));
}

function rulesOf(db: ControlData, accountId: number) {
  return db
    .selectFrom("notification_rules")
    .leftJoin("device_groups", "device_groups.id", "notification_rules.group_id")
    .selectAll("notification_rules")
    .select("device_groups.name as group")
    .where("notification_rules.account_id", "=", accountId);
}

type RuleRow = Awaited<ReturnType<ReturnType<typeof visibleRules>["executeTakeFirstOrThrow"]>>;

async function withChannels(db: ControlData, rows: readonly RuleRow[]): Promise<NotificationRule[]> {
  if (rows.length === 0) return [];
  const named = await db
    .selectFrom("notification_rule_channels")
    .selectAll()
    .where(
      "rule_id",
      "in",
      rows.map(({ id }) => id),
    )
    .orderBy("channel_id")
    .execute();
  const idsOf = (ruleId: number, isEscalation: 0 | 1) =>
    named
      .filter((each) => each.rule_id === ruleId && each.is_escalation === isEscalation)
      .map((each) => each.channel_id);
  return rows.map((row) => ({
    id: row.id,
    uuid: row.uuid,
    accountId: row.account_id,
    userId: row.user_id,
    name: row.name,
    ...termsOf(row),
    group: row.group,
    createdAt: row.created_at,
    channelIds: idsOf(row.id, 0),
    escalationChannelIds: idsOf(row.id, 1),
  }));
}

function termsOf(row: Selectable<NotificationRuleTable>): NotificationTerms {
  return {
    minSeverity: row.min_severity,
    groupId: row.group_id,
    hours: spanOf(row.hours),
    notifyCleared: row.notify_cleared === 1,
    digestMinutes: row.digest_minutes,
    escalateAfterMinutes: row.escalate_minutes,
  };
}

function spanOf(text: string | null): WeeklyMute | null {
  return text === null ? null : (JSON.parse(text) as WeeklyMute);
}
