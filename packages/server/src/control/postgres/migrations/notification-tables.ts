import { flag, id, json, text, whole } from "./column-types.ts";
import { ownRows, rowsOf } from "./row-security.ts";

const ofOwnRule = "SELECT 1 FROM weir_control.notification_rules WHERE notification_rules.id = rule_id";

/** Notification rules and their channels, as in control.db. */
export const notificationTables = `
CREATE TABLE notification_rules (
  id ${id},
  uuid ${text} NOT NULL UNIQUE,
  account_id ${whole} NOT NULL REFERENCES accounts (id),
  user_id ${whole},
  name ${text} NOT NULL,
  min_severity ${text} NOT NULL CHECK (min_severity IN ('info', 'warning', 'critical')),
  group_id ${whole},
  hours ${json("hours")},
  notify_cleared ${flag("notify_cleared")},
  digest_minutes ${whole} CHECK (digest_minutes > 0),
  escalate_minutes ${whole} CHECK (escalate_minutes > 0),
  created_at ${whole} NOT NULL,
  FOREIGN KEY (account_id, user_id) REFERENCES memberships (account_id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (account_id, group_id) REFERENCES device_groups (account_id, id) ON DELETE CASCADE
);
CREATE INDEX notification_rules_by_owner ON notification_rules (account_id, user_id);
CREATE INDEX notification_rules_by_group ON notification_rules (account_id, group_id) WHERE group_id IS NOT NULL;

CREATE TABLE notification_rule_channels (
  rule_id ${whole} NOT NULL REFERENCES notification_rules (id) ON DELETE CASCADE,
  channel_id ${whole} NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
  is_escalation ${flag("is_escalation")},
  PRIMARY KEY (rule_id, channel_id, is_escalation)
);
CREATE INDEX notification_rule_channels_by_channel ON notification_rule_channels (channel_id);
${ownRows("notification_rules")}
${rowsOf("notification_rule_channels", ofOwnRule)}
`;
