import type { alertRule } from "@weir/protocol/resources/alert-rule";
import type { FieldsOf } from "@weir/protocol/resources/resource-definition";
import type { ControlData, ControlTransaction } from "../control.ts";

/** What a version of a rule consists of. */
export type AlertRuleDefinition = FieldsOf<typeof alertRule>;

/** A saved version of a rule, as it was then: its target names sensors and groups as people did. */
interface AlertRuleVersion {
  readonly version: number;
  readonly definition: AlertRuleDefinition;
  readonly savedAt: number;
}

/** The newest first. */
export async function alertRuleVersions(db: ControlData, ruleId: number): Promise<AlertRuleVersion[]> {
  const rows = await db
    .selectFrom("alert_rule_versions")
    .selectAll()
    .where("rule_id", "=", ruleId)
    .orderBy("version", "desc")
    .execute();
  return rows.map(({ version, definition, saved_at: savedAt }) => ({
    version,
    savedAt,
    definition: JSON.parse(definition) as AlertRuleDefinition,
  }));
}

/** Older versions of a rule are deleted. */
export const alertRuleVersionsMax = 100;

export async function insertAlertRuleVersion(
  tx: ControlTransaction,
  ruleId: number,
  { version, definition, savedAt }: AlertRuleVersion,
): Promise<void> {
  const kept = { rule_id: ruleId, version, saved_at: savedAt };
  await tx
    .insertInto("alert_rule_versions")
    .values({ ...kept, definition: JSON.stringify(definition) })
    .execute();
  await tx
    .deleteFrom("alert_rule_versions")
    .where("rule_id", "=", ruleId)
    .where("version", "<=", version - alertRuleVersionsMax)
    .execute();
}
