import type { Severity } from "@weir/protocol/closed-sets";
import type { Generated } from "kysely";

/** Alert rules and their versions. */
export interface AlertSchema {
  alert_rules: AlertRuleTable;
  alert_rule_versions: AlertRuleVersionTable;
}

interface AlertRuleTable {
  id: Generated<number>;
  uuid: string;
  account_id: number;
  name: string;
  severity: Severity;
  text: string;
  /** An AlertCondition as JSON. */
  condition: string;
  /** The rule applies to this sensor; or else to the sensors of the group, of the type, or of both. */
  sensor_id: number | null;
  group_id: number | null;
  sensor_type: string | null;
  /** The rule applies to devices that follow this template. The type is then empty for all sensors: a check wants one. */
  template_id: Generated<number | null>;
  version: number;
  muted_until: number | null;
  /** A WeeklyMute as JSON. */
  weekly_mute: string | null;
  created_at: number;
  updated_at: number;
}

interface AlertRuleVersionTable {
  rule_id: number;
  version: number;
  /** An AlertRuleDefinition as JSON. */
  definition: string;
  saved_at: number;
}
