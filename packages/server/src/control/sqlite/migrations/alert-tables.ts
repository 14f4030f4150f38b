/**
 * Alert rules. A rule ends with its sensor or its group. Foreign keys carry the account along where they can; a sensor has
 * its account through its device only.
 */
export const alertTables = `
CREATE TABLE alert_rules (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid TEXT NOT NULL UNIQUE,
  account_id INTEGER NOT NULL REFERENCES accounts (id),
  name TEXT NOT NULL,
  severity TEXT NOT NULL CHECK (severity IN ('info', 'warning', 'critical')),
  text TEXT NOT NULL,
  condition TEXT NOT NULL CHECK (json_valid(condition)),
  sensor_id INTEGER REFERENCES sensors (id) ON DELETE CASCADE,
  group_id INTEGER,
  sensor_type TEXT,
  version INTEGER NOT NULL CHECK (version > 0),
  muted_until INTEGER,
  weekly_mute TEXT CHECK (weekly_mute IS NULL OR json_valid(weekly_mute)),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (account_id, name),
  FOREIGN KEY (account_id, group_id) REFERENCES device_groups (account_id, id) ON DELETE CASCADE,
  CHECK (coalesce(sensor_id, group_id, sensor_type) IS NOT NULL)
) STRICT;
CREATE INDEX alert_rules_by_sensor ON alert_rules (sensor_id) WHERE sensor_id IS NOT NULL;
CREATE INDEX alert_rules_by_group ON alert_rules (account_id, group_id) WHERE group_id IS NOT NULL;

CREATE TABLE alert_rule_versions (
  rule_id INTEGER NOT NULL REFERENCES alert_rules (id) ON DELETE CASCADE,
  version INTEGER NOT NULL CHECK (version > 0),
  definition TEXT NOT NULL CHECK (json_valid(definition)),
  saved_at INTEGER NOT NULL,
  PRIMARY KEY (rule_id, version)
) STRICT;
`;

/** A rule ends with its template, too. */
export const alertTemplateColumn = `
ALTER TABLE alert_rules ADD COLUMN template_id INTEGER REFERENCES device_templates (id) ON DELETE CASCADE;
CREATE INDEX alert_rules_by_template ON alert_rules (template_id) WHERE template_id IS NOT NULL;
`;
