import type { Severity } from "@weir/protocol/closed-sets";
import type { AlertCondition } from "@weir/rule-engine/alerts/alert-condition";
import type { AlertMute, WeeklyMute } from "@weir/rule-engine/alerts/alert-mute";
import type { ControlData, ControlTransaction } from "../control.ts";

/** The sensors of a rule, as people name them. */
type AlertTarget =
  | { readonly kind: "sensor"; readonly sensor: string }
  | { readonly kind: "type"; readonly type: string }
  | { readonly kind: "group"; readonly group: string; readonly type: string | null }
  | { readonly kind: "template"; readonly template: string; readonly type: string | null };

/** What a version of a rule consists of. */
export interface AlertRuleDefinition {
  readonly name: string;
  readonly severity: Severity;
  readonly text: string;
  readonly condition: AlertCondition;
  readonly target: AlertTarget;
}

/** A rule that raises an alarm for each of its sensors, without a chain. */
export interface AlertRule extends AlertRuleDefinition {
  readonly id: number;
  readonly uuid: string;
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
    sensorId: row.sensor_id,
    groupId: row.group_id,
    templateId: row.template_id,
    sensorType: row.sensor_type === anyType ? null : row.sensor_type,
    name: row.name,
    severity: row.severity,
    text: row.text,
    condition: JSON.parse(row.condition) as AlertCondition,
    mute: toMute(row),
  }));
}

/** Which of these rules do not exist. Ids are not used again, so they were deleted. */
export async function deletedAlertRules(db: ControlData, ids: readonly number[]): Promise<number[]> {
  const rows = await db.selectFrom("alert_rules").select("id").where("id", "in", ids).execute();
  const found = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !found.has(id));
}

/** The rules of an account by name, in any case of letters. */
export async function alertRulesOf(db: ControlData, accountId: number): Promise<AlertRule[]> {
  const rules = selectRules(db, accountId)
    .orderBy(({ fn }) => fn("lower", ["alert_rules.name"]))
    .orderBy("alert_rules.name");
  return (await rules.execute()).map(toRule);
}

export async function findAlertRule(
  db: ControlData,
  accountId: number,
  by: { readonly uuid: string } | { readonly name: string },
): Promise<AlertRule | null> {
  const rules = selectRules(db, accountId);
  const row = await ("uuid" in by
    ? rules.where("alert_rules.uuid", "=", by.uuid)
    : rules.where("alert_rules.name", "=", by.name)
  ).executeTakeFirst();
  return row === undefined ? null : toRule(row);
}

export async function countAlertRules(db: ControlData, accountId: number): Promise<number> {
  const { count } = await db
    .selectFrom("alert_rules")
    .select((row) => row.fn.countAll<number>().as("count"))
    .where("account_id", "=", accountId)
    .executeTakeFirstOrThrow();
  return count;
}

interface SavedAlertRule extends RuleScope {
  readonly definition: AlertRuleDefinition;
  readonly version: number;
  readonly atUs: number;
}

export async function insertAlertRule(
  tx: ControlTransaction,
  rule: SavedAlertRule & { readonly accountId: number; readonly uuid: string },
): Promise<number> {
  const { id } = await tx
    .insertInto("alert_rules")
    .values({
      uuid: rule.uuid,
      account_id: rule.accountId,
      created_at: rule.atUs,
      ...columnsOf(rule),
      muted_until: null,
      weekly_mute: null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateAlertRule(
  tx: ControlTransaction,
  id: number,
  rule: SavedAlertRule,
): Promise<void> {
  await tx.updateTable("alert_rules").set(columnsOf(rule)).where("id", "=", id).execute();
}

export async function muteAlertRule(
  tx: ControlTransaction,
  id: number,
  { untilUs, weekly }: AlertMute,
): Promise<void> {
  const columns = { muted_until: untilUs, weekly_mute: weekly === null ? null : JSON.stringify(weekly) };
  await tx.updateTable("alert_rules").set(columns).where("id", "=", id).execute();
}

/** Its versions are deleted with it. */
export async function deleteAlertRule(tx: ControlTransaction, id: number): Promise<void> {
  await tx.deleteFrom("alert_rules").where("id", "=", id).execute();
}

function columnsOf({ definition, version, atUs, ...scope }: SavedAlertRule) {
  const { name, severity, text, condition } = definition;
  return {
    name,
    severity,
    text,
    condition: JSON.stringify(condition),
    version,
    updated_at: atUs,
    sensor_id: scope.sensorId,
    group_id: scope.groupId,
    template_id: scope.templateId,
    sensor_type: scope.templateId === null ? scope.sensorType : (scope.sensorType ?? anyType),
  };
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
    name,
    severity,
    text,
    version,
    createdAt,
    updatedAt,
    condition: JSON.parse(row.condition) as AlertCondition,
    target: toTarget(row),

    sensor: toSensor(row),
    groupId: row.sensor_id === null ? (row.group_id ?? undefined) : row.deviceGroupId,
    mute: toMute(row),
  };
}

function toSensor({ sensorName, deviceUuid, deviceName }: RuleRow): TargetSensor | null {
  if (sensorName === null || deviceUuid === null || deviceName === null) return null;
  return { name: sensorName, device: { uuid: deviceUuid, name: deviceName } };
}

function toTarget({ sensorUuid, group, template, sensor_type: type }: RuleRow): AlertTarget {
  if (sensorUuid !== null) return { kind: "sensor", sensor: sensorUuid };
  if (template !== null) return { kind: "template", template, type: type === anyType ? null : type };
  return group === null ? { kind: "type", type: type ?? "" } : { kind: "group", group, type };
}

function toMute(row: Pick<RuleRow, "muted_until" | "weekly_mute">): AlertMute {
  const { muted_until: untilUs, weekly_mute: weekly } = row;
  return { untilUs, weekly: weekly === null ? null : (JSON.parse(weekly) as WeeklyMute) };
}
