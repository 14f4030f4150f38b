import { id, json, text, whole } from "./column-types.ts";
import { ownRows, rowsOf } from "./row-security.ts";

/** Alert rules. A rule ends with its sensor or its group. */
export const alertTables = `
CREATE TABLE alert_rules (
  id ${id},
  uuid ${text} NOT NULL UNIQUE,
  account_id ${whole} NOT NULL REFERENCES accounts (id),
  name ${text} NOT NULL,
  severity ${text} NOT NULL CHECK (severity IN ('info', 'warning', 'critical')),
  text ${text} NOT NULL,
  condition ${json("condition")} NOT NULL,
  sensor_id ${whole} REFERENCES sensors (id) ON DELETE CASCADE,
  group_id ${whole},
  sensor_type ${text},
  version ${whole} NOT NULL CHECK (version > 0),
  muted_until ${whole},
  weekly_mute ${json("weekly_mute")},
  created_at ${whole} NOT NULL,
  updated_at ${whole} NOT NULL,
  UNIQUE (account_id, name),
  FOREIGN KEY (account_id, group_id) REFERENCES device_groups (account_id, id) ON DELETE CASCADE,
  CHECK (sensor_id IS NOT NULL OR group_id IS NOT NULL OR sensor_type IS NOT NULL)
);
CREATE INDEX alert_rules_by_sensor ON alert_rules (sensor_id) WHERE sensor_id IS NOT NULL;
CREATE INDEX alert_rules_by_group ON alert_rules (account_id, group_id) WHERE group_id IS NOT NULL;

CREATE TABLE alert_rule_versions (
  rule_id ${whole} NOT NULL REFERENCES alert_rules (id) ON DELETE CASCADE,
  version ${whole} NOT NULL CHECK (version > 0),
  definition ${json("definition")} NOT NULL,
  saved_at ${whole} NOT NULL,
  PRIMARY KEY (rule_id, version)
);
${ownRows("alert_rules")}
${rowsOf("alert_rule_versions", "SELECT 1 FROM weir_control.alert_rules WHERE alert_rules.id = rule_id")}
`;

/** A rule ends with its template, too. */
export const alertTemplateColumn = `
ALTER TABLE alert_rules ADD COLUMN template_id ${whole} REFERENCES device_templates (id) ON DELETE CASCADE;
CREATE INDEX alert_rules_by_template ON alert_rules (template_id) WHERE template_id IS NOT NULL;
`;
