/**
 * Notification rules and their channels. A rule ends with its group, and a person's own rule with the membership. A deleted
 * channel leaves its rules.
 */
export const notificationTables = `
CREATE TABLE notification_rules (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid TEXT NOT NULL UNIQUE,
  account_id INTEGER NOT NULL REFERENCES accounts (id),
  user_id INTEGER,
  name TEXT NOT NULL,
  min_severity TEXT NOT NULL CHECK (min_severity IN ('info', 'warning', 'critical')),
  group_id INTEGER,
  hours TEXT CHECK (hours IS NULL OR json_valid(hours)),
  notify_cleared INTEGER NOT NULL CHECK (notify_cleared IN (0, 1)),
  digest_minutes INTEGER CHECK (digest_minutes > 0),
  escalate_minutes INTEGER CHECK (escalate_minutes > 0),
  created_at INTEGER NOT NULL,
  FOREIGN KEY (account_id, user_id) REFERENCES memberships (account_id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (account_id, group_id) REFERENCES device_groups (account_id, id) ON DELETE CASCADE
) STRICT;
CREATE INDEX notification_rules_by_owner ON notification_rules (account_id, user_id);
CREATE INDEX notification_rules_by_group ON notification_rules (account_id, group_id) WHERE group_id IS NOT NULL;

CREATE TABLE notification_rule_channels (
  rule_id INTEGER NOT NULL REFERENCES notification_rules (id) ON DELETE CASCADE,
  channel_id INTEGER NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
  is_escalation INTEGER NOT NULL CHECK (is_escalation IN (0, 1)),
  PRIMARY KEY (rule_id, channel_id, is_escalation)
) STRICT;
CREATE INDEX notification_rule_channels_by_channel ON notification_rule_channels (channel_id);
`;
