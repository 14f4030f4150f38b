/**
 * What people do about alarms, which are in the store. A follow-up ends with the device or sensor of its alarm, as the alarm
 * does. An alarm belongs to one account, but the store has no rows that a foreign key could name.
 */
export const alarmFollowUpTables = `
CREATE TABLE alarm_follow_ups (
  alarm_id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES accounts (id),
  device_id INTEGER NOT NULL REFERENCES devices (id) ON DELETE CASCADE,
  sensor_id INTEGER REFERENCES sensors (id) ON DELETE CASCADE,
  assignee_id INTEGER REFERENCES users (id) ON DELETE SET NULL,
  snoozed_until INTEGER,
  snoozed_severity TEXT CHECK (snoozed_severity IN ('info', 'warning', 'critical'))
) STRICT;
CREATE INDEX alarm_follow_ups_by_assignee ON alarm_follow_ups (account_id, assignee_id, alarm_id)
  WHERE assignee_id IS NOT NULL;
CREATE INDEX alarm_follow_ups_snoozed ON alarm_follow_ups (account_id, snoozed_until) WHERE snoozed_until IS NOT NULL;
CREATE INDEX alarm_follow_ups_by_device ON alarm_follow_ups (device_id);
CREATE INDEX alarm_follow_ups_by_sensor ON alarm_follow_ups (sensor_id) WHERE sensor_id IS NOT NULL;

CREATE TABLE alarm_acts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  alarm_id INTEGER NOT NULL REFERENCES alarm_follow_ups (alarm_id) ON DELETE CASCADE,
  act TEXT NOT NULL CHECK (act IN ('acknowledged', 'unacknowledged', 'commented', 'assigned', 'unassigned', 'snoozed', 'unsnoozed')),
  happened_at INTEGER NOT NULL,
  actor TEXT NOT NULL,
  user_id INTEGER REFERENCES users (id) ON DELETE SET NULL,
  text TEXT,
  until INTEGER
) STRICT;
CREATE INDEX alarm_acts_by_alarm ON alarm_acts (alarm_id, id);
`;
