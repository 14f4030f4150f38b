import type { alertRule } from "@weir/protocol/resources/alert-rule";
import type { AlertMute, WeeklyMute } from "@weir/rule-engine/alerts/alert-mute";
import type { ControlData, ControlTransaction } from "../control.ts";
import type { NewRowOf, ResourceRows, RowOf } from "../resources/resource-rows.ts";
import { type AlertRuleDefinition, insertAlertRuleVersion } from "./alert-rule-versions.ts";

/** A rule that raises an alarm for each of its sensors, without a chain. */
export interface AlertRule extends RowOf<typeof alertRule>, KeptScope {
  /** Counts its versions. Muting makes none. */
  readonly version: number;
  /** The sensor of a rule that applies to one. */
  readonly sensor: TargetSensor | null;
  /** The group that all its devices are in; null for none, and undefined if they need not be in the same. */
  readonly groupId: number | null | undefined;
  readonly mute: AlertMute;
  readonly createdAt: number;
  readonly updatedAt: number;
}

interface TargetSensor {
  readonly name: string;
  readonly device: { readonly uuid: string; readonly name: string };
}

/** A rule as the processor needs it. The sensors are named by ids, which stay when a group is renamed. */
interface StoredAlertRule extends Omit<AlertRuleDefinition, "target">, RuleScope {
  readonly id: number;
  readonly accountId: number;
  readonly version: number;
  readonly savedUs: number;
  readonly mute: AlertMute;
}

/** One sensor; or the sensors of a group, of a template, of a type, or of a type in a group or template. */
export interface RuleScope {
  readonly sensorId: number | null;
  readonly groupId: number | null;
  readonly templateId: number | null;
  readonly sensorType: string | null;
}

/** What is kept of what the target names. */
interface KeptScope {
  readonly scope: RuleScope;
}

export const alertRuleRows: ResourceRows<typeof alertRule, AlertRule, KeptScope> = {
  async list(db, { accountId }) {
    const rules = selectRules(db, accountId)
      .orderBy(({ fn }) => fn("lower", ["alert_rules.name"]))
      .orderBy("alert_rules.name");
    return (await rules.execute()).map(toRule);
  },

  async find(db, { accountId }, uuid) {
    const row = await selectRules(db, accountId).where("alert_rules.uuid", "=", uuid).executeTakeFirst();
    return row === undefined ? null : toRule(row);
  },

  async count(db, { accountId }) {
    const { count } = await db
      .selectFrom("alert_rules")
      .select((row) => row.fn.countAll<number>().as("count"))
      .where("account_id", "=", accountId)
      .executeTakeFirstOrThrow();
    return count;
  },

  async insert(tx, rule) {
    const { uuid, accountId, createdAt } = rule;
    const { id } = await tx
      .insertInto("alert_rules")
      .values({
        uuid,
        account_id: accountId,
        created_at: createdAt!,
        ...columnsOf(rule),
        muted_until: null,
        weekly_mute: null,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await keepVersion(tx, id, rule);
  },

  /** The mute stays. */
  async update(tx, rule) {
    await tx.updateTable("alert_rules").set(columnsOf(rule)).where("id", "=", rule.id).execute();
    await keepVersion(tx, rule.id, rule);
  },

  /** Its versions are deleted with it. */
  async delete(tx, id) {
    await tx.deleteFrom("alert_rules").where("id", "=", id).execute();
  },
};

/** All types, for a rule of a template: the table was made when a rule without sensor and group had to have a type. */
const anyType = "";

/** The rules of all accounts. */
export async function loadAlertRules(db: ControlData): Promise<StoredAlertRule[]> {
  const rows = await db.selectFrom("alert_rules").selectAll().orderBy("id").execute();
  return rows.map((row) => ({
    id: row.id,
    accountId: row.account_id,
    version: row.version,
    savedUs: row.updated_at,
    ...scopeOf(row),
    name: row.name,
    severity: row.severity,
    text: row.text,
    condition: JSON.parse(row.condition) as AlertRuleDefinition["condition"],
    mute: toMute(row),
  }));
}

/** Which of these rules do not exist. Ids are not used again, so they were deleted. */
export async function deletedAlertRules(db: ControlData, ids: readonly number[]): Promise<number[]> {
  const rows = await db.selectFrom("alert_rules").select("id").where("id", "in", ids).execute();
  const found = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !found.has(id));
}

export async function saveAlertMute(
  tx: ControlTransaction,
  id: number,
  { untilUs, weekly }: AlertMute,
): Promise<void> {
  const columns = { muted_until: untilUs, weekly_mute: weekly === null ? null : JSON.stringify(weekly) };
  await tx.updateTable("alert_rules").set(columns).where("id", "=", id).execute();
}

function columnsOf({ scope, ...rule }: NewRowOf<typeof alertRule> & KeptScope) {
  const { name, severity, text, condition, version, updatedAt } = rule;
  return {
    name,
    severity,
    text,
    condition: JSON.stringify(condition),
    version: version!,
    updated_at: updatedAt!,
    sensor_id: scope.sensorId,
    group_id: scope.groupId,
    template_id: scope.templateId,
    sensor_type: scope.templateId === null ? scope.sensorType : (scope.sensorType ?? anyType),
  };
}

function keepVersion(tx: ControlTransaction, id: number, rule: NewRowOf<typeof alertRule>): Promise<void> {
  const { name, severity, text, target, condition, version, updatedAt } = rule;
  const definition = { name, severity, text, target, condition };
  return insertAlertRuleVersion(tx, id, { version: version!, definition, savedAt: updatedAt! });
}

function selectRules(db: ControlData, accountId: number) {
  return db
    .selectFrom("alert_rules")
    .leftJoin("sensors", "sensors.id", "alert_rules.sensor_id")
    .leftJoin("devices", "devices.id", "sensors.device_id")
    .leftJoin("device_groups", "device_groups.id", "alert_rules.group_id")
    .leftJoin("device_templates", "device_templates.id", "alert_rules.template_id")
    .selectAll("alert_rules")
    .select(["sensors.uuid as sensorUuid", "sensors.name as sensorName", "device_groups.name as group"])
    .select("device_templates.name as template")
    .select(["devices.uuid as deviceUuid", "devices.name as deviceName", "devices.group_id as deviceGroupId"])
    .where("alert_rules.account_id", "=", accountId);
}

type RuleRow = Awaited<ReturnType<ReturnType<typeof selectRules>["executeTakeFirstOrThrow"]>>;

function toRule(row: RuleRow): AlertRule {
  const { id, uuid, name, severity, text, version, created_at: createdAt, updated_at: updatedAt } = row;
  return {
    id,
    uuid,
    accountId: row.account_id,
    userId: null,
    name,
    severity,
    text,
    version,
    createdAt,
    updatedAt,
    condition: JSON.parse(row.condition) as AlertRuleDefinition["condition"],
    target: toTarget(row),
    scope: scopeOf(row),
    sensor: toSensor(row),
    groupId: row.sensor_id === null ? (row.group_id ?? undefined) : row.deviceGroupId,
    mute: toMute(row),
  };
}

function scopeOf(row: Pick<RuleRow, "sensor_id" | "group_id" | "template_id" | "sensor_type">): RuleScope {
  return {
    sensorId: row.sensor_id,
    groupId: row.group_id,
    templateId: row.template_id,
    sensorType: row.sensor_type === anyType ? null : row.sensor_type,
  };
}

function toSensor({ sensorName, deviceUuid, deviceName }: RuleRow): TargetSensor | null {
  if (sensorName === null || deviceUuid === null || deviceName === null) return null;
  return { name: sensorName, device: { uuid: deviceUuid, name: deviceName } };
}

function toTarget(row: RuleRow): AlertRuleDefinition["target"] {
  const { sensorUuid, group, template } = row;
  const { sensorType: type } = scopeOf(row);
  if (sensorUuid !== null) return { kind: "sensor", sensor: sensorUuid };
  if (template !== null) return { kind: "template", template, type };
  return group === null ? { kind: "type", type: type ?? "" } : { kind: "group", group, type };
}

function toMute(row: Pick<RuleRow, "muted_until" | "weekly_mute">): AlertMute {
  const { muted_until: untilUs, weekly_mute: weekly } = row;
  return { untilUs, weekly: weekly === null ? null : (JSON.parse(weekly) as WeeklyMute) };
}
