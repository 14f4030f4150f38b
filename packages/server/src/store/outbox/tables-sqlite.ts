/**
 * `held_because` says why a message waits although nothing failed, `held_for` whose confirmation it waits for; `due_ms`
 * is when its time is up. Mails are counted by account and day (days since 1970, UTC).
 */
export const heldMessages = `
ALTER TABLE outbox ADD COLUMN held_because TEXT;
ALTER TABLE outbox ADD COLUMN held_for TEXT;
CREATE INDEX outbox_held ON outbox (account_id, held_for) WHERE held_because IS NOT NULL;

CREATE TABLE mail_days (
  account_id INTEGER NOT NULL,
  day INTEGER NOT NULL,
  mails INTEGER NOT NULL,
  limit_noted INTEGER NOT NULL DEFAULT 0 CHECK (limit_noted IN (0, 1)),
  PRIMARY KEY (account_id, day)
) STRICT, WITHOUT ROWID;
`;

export const channelHoursTable = `
CREATE TABLE channel_hours (
  account_id INTEGER NOT NULL,
  channel TEXT NOT NULL,
  hour INTEGER NOT NULL,
  sent INTEGER NOT NULL DEFAULT 0,
  left_out INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (account_id, channel, hour)
) STRICT, WITHOUT ROWID;
CREATE INDEX channel_hours_by_hour ON channel_hours (hour);
`;
