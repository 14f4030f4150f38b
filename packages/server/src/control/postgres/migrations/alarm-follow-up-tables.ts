import { id, text, whole } from "./column-types.ts";
import { ownRows, rowsOf } from "./row-security.ts";

/** What people do about alarms, as in control.db. */
export const alarmFollowUpTables = `
CREATE TABLE alarm_follow_ups (
  alarm_id ${whole} PRIMARY KEY,
  account_id ${whole} NOT NULL REFERENCES accounts (id),
  device_id ${whole} NOT NULL REFERENCES devices (id) ON DELETE CASCADE,
  sensor_id ${whole} REFERENCES sensors (id) ON DELETE CASCADE,
  assignee_id ${whole} REFERENCES users (id) ON DELETE SET NULL,
  snoozed_until ${whole},
  snoozed_severity ${text} CHECK (snoozed_severity IN ('info', 'warning', 'critical'))
);
CREATE INDEX alarm_follow_ups_by_assignee ON alarm_follow_ups (account_id, assignee_id, alarm_id)
  WHERE assignee_id IS NOT NULL;
CREATE INDEX alarm_follow_ups_snoozed ON alarm_follow_ups (account_id, snoozed_until) WHERE snoozed_until IS NOT NULL;
CREATE INDEX alarm_follow_ups_by_device ON alarm_follow_ups (device_id);
CREATE INDEX alarm_follow_ups_by_sensor ON alarm_follow_ups (sensor_id) WHERE sensor_id IS NOT NULL;

CREATE TABLE alarm_acts (
  id ${id},
  alarm_id ${whole} NOT NULL REFERENCES alarm_follow_ups (alarm_id) ON DELETE CASCADE,
  act ${text} NOT NULL CHECK (act IN ('acknowledged', 'unacknowledged', 'commented', 'assigned', 'unassigned', 'snoozed', 'unsnoozed')),
  happened_at ${whole} NOT NULL,
  actor ${text} NOT NULL,
  user_id ${whole} REFERENCES users (id) ON DELETE SET NULL,
  text ${text},
  until ${whole}
);
CREATE INDEX alarm_acts_by_alarm ON alarm_acts (alarm_id, id);
${ownRows("alarm_follow_ups")}
${rowsOf("alarm_acts", "SELECT 1 FROM weir_control.alarm_follow_ups AS kept WHERE kept.alarm_id = alarm_acts.alarm_id")}
`;
