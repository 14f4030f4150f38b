import type { notificationRule } from "@weir/protocol/resources/notification-rule";
import type { WeeklyMute } from "@weir/rule-engine/alerts/alert-mute";
import type { NotificationTerms } from "@weir/rule-engine/alerts/notification-terms";
import type { Selectable } from "kysely";
import type { NotificationRuleTable } from "../channel-schema.ts";
import type { Channel } from "../channels/channels.ts";
import type { ControlData, ControlTransaction } from "../control.ts";
import { countOwned, type Viewer, visibleTo } from "../owned-rows.ts";
import type { NewRowOf, ResourceRows, RowOf } from "../resources/resource-rows.ts";

/** What a rule names, by ids, which stay when groups and channels are renamed. */
interface NamedIds {
  readonly groupId: number | null;
  readonly channelIds: readonly number[];
  readonly escalationChannelIds: readonly number[];
}

type NamedChannel = Pick<Channel, "id" | "uuid" | "name" | "kind" | "address">;

/** A rule that says which channels are notified of which alarms. */
export interface NotificationRule extends RowOf<typeof notificationRule>, NamedIds {
  /** The channels that it names, as far as they exist, by name. */
  readonly namedChannels: readonly NamedChannel[];
  readonly escalationChannels: readonly NamedChannel[];
}

export const notificationRuleRows: ResourceRows<typeof notificationRule, NotificationRule, NamedIds> = {
  list: notificationRulesFor,

  async find(db, viewer, uuid) {
    const rows = await visibleRules(db, viewer).where("notification_rules.uuid", "=", uuid).execute();
    return (await withChannels(db, rows))[0] ?? null;
  },

  count: (db, holder) => countOwned(db, "notification_rules", holder),

  async insert(tx, row) {
    const { uuid, accountId, userId, createdAt } = row;
    const { id } = await tx
      .insertInto("notification_rules")
      .values({
        uuid,
        account_id: accountId,
        user_id: userId,
        created_at: createdAt!,
        ...columnsOf(row),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await putChannels(tx, id, row);
  },

  async update(tx, row) {
    await tx.updateTable("notification_rules").set(columnsOf(row)).where("id", "=", row.id).execute();
    await tx.deleteFrom("notification_rule_channels").where("rule_id", "=", row.id).execute();
    await putChannels(tx, row.id, row);
  },

  /** Its list of channels is deleted with it. */
  async delete(tx, id) {
    await tx.deleteFrom("notification_rules").where("id", "=", id).execute();
  },
};

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

async function putChannels(
  tx: ControlTransaction,
  ruleId: number,
  { channelIds, escalationChannelIds }: NamedIds,
): Promise<void> {
  const rowsOf = (ids: readonly number[], isEscalation: 0 | 1) =>
    [...new Set(ids)].map((id) => ({ rule_id: ruleId, channel_id: id, is_escalation: isEscalation }));
  const rows = [...rowsOf(channelIds, 0), ...rowsOf(escalationChannelIds, 1)];
  if (rows.length > 0) await tx.insertInto("notification_rule_channels").values(rows).execute();
}

function columnsOf(rule: NewRowOf<typeof notificationRule> & NamedIds) {
  const { name, min_severity, groupId, hours, notify_cleared, digest_minutes, escalation } = rule;
  return {
    name,
    min_severity,
    group_id: groupId,
    digest_minutes,
    hours: hours === null ? null : JSON.stringify(hours),
    notify_cleared: notify_cleared ? (1 as const) : (0 as const),
    escalate_minutes: escalation?.after_minutes ?? null,
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
  const ids = rows.map(({ id }) => id);
  const named = await db
    .selectFrom("notification_rule_channels")
    .innerJoin("channels", "channels.id", "channel_id")
    .select(["rule_id", "is_escalation", "channels.id", "uuid", "name", "kind", "address"])
    .where("rule_id", "in", ids)
    .orderBy(({ fn }) => fn("lower", ["name"]))
    .orderBy("channels.id")
    .execute();
  return rows.map((row) => {
    const ofRule = named.filter(({ rule_id }) => rule_id === row.id);
    return toRule(row, {
      namedChannels: ofRule.filter(({ is_escalation }) => is_escalation === 0),
      escalationChannels: ofRule.filter(({ is_escalation }) => is_escalation === 1),
    });
  });
}

function toRule(
  row: RuleRow,
  channels: Pick<NotificationRule, "namedChannels" | "escalationChannels">,
): NotificationRule {
  const { namedChannels, escalationChannels } = channels;
  const { escalate_minutes: minutes } = row;
  const uuids = (some: readonly NamedChannel[]) => some.map(({ uuid }) => uuid);
  const ids = (some: readonly NamedChannel[]) => some.map(({ id }) => id);
  return {
    id: row.id,
    uuid: row.uuid,
    accountId: row.account_id,
    userId: row.user_id,
    version: null,
    createdAt: row.created_at,
    updatedAt: null,
    name: row.name,
    min_severity: row.min_severity,
    group: row.group,
    hours: row.hours === null ? null : (JSON.parse(row.hours) as NotificationRule["hours"]),
    notify_cleared: row.notify_cleared === 1,
    digest_minutes: row.digest_minutes,
    channels: uuids(namedChannels),
    escalation: minutes === null ? null : { after_minutes: minutes, channels: uuids(escalationChannels) },
    groupId: row.group_id,
    channelIds: ids(namedChannels),
    escalationChannelIds: ids(escalationChannels),
    ...channels,
  };
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
