import { accountPolicy } from "../engine/postgres/row-security.ts";

/**
 * Messages of chains. A message is stored as JSON text, because jsonb cannot hold every text that JSON can; its kind
 * has its own column. A lane is an account and a destination. Destinations are compared byte by byte, so that the index
 * finds the next lane. Mails are counted by account and day (days since 1970, UTC).
 */
export const outboxTables = `
CREATE TABLE weir_store.outbox (
  id int8 GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  key text NOT NULL UNIQUE,
  account_id int8 NOT NULL,
  sensor_id int8 NOT NULL,
  chain_id int8 NOT NULL,
  node_id text NOT NULL,
  destination text COLLATE "C" NOT NULL,
  kind text NOT NULL,
  message text NOT NULL,
  created_ms int8 NOT NULL,
  due_ms int8 NOT NULL,
  tries int4 NOT NULL DEFAULT 0,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'dead')),
  last_error text,
  settled_ms int8,
  held_because text,
  held_for text,
  claimed_by text,
  claimed_until_ms int8,
  claims int4 NOT NULL DEFAULT 0
) WITH (fillfactor = 70);
CREATE INDEX outbox_waiting ON weir_store.outbox (due_ms, id) WHERE state = 'waiting';
CREATE INDEX outbox_lanes ON weir_store.outbox (account_id, destination, due_ms, id) WHERE state = 'waiting';
CREATE INDEX outbox_claimed ON weir_store.outbox (claimed_until_ms) WHERE claimed_until_ms IS NOT NULL;
CREATE INDEX outbox_settled ON weir_store.outbox (settled_ms) WHERE state <> 'waiting';
CREATE INDEX outbox_held ON weir_store.outbox (account_id, held_for) WHERE held_because IS NOT NULL;
CREATE INDEX outbox_by_account ON weir_store.outbox (account_id, id);

CREATE TABLE weir_store.mail_days (
  account_id int8 NOT NULL,
  day int4 NOT NULL,
  mails int8 NOT NULL,
  limit_noted boolean NOT NULL DEFAULT false,
  PRIMARY KEY (account_id, day)
) WITH (fillfactor = 50);
CREATE INDEX mail_days_by_day ON weir_store.mail_days (day, mails);
`;

export const channelHoursTable = `
CREATE TABLE weir_store.channel_hours (
  account_id int8 NOT NULL,
  channel text NOT NULL,
  hour int4 NOT NULL,
  sent int4 NOT NULL DEFAULT 0,
  left_out int8 NOT NULL DEFAULT 0,
  PRIMARY KEY (account_id, channel, hour)
) WITH (fillfactor = 50);
CREATE INDEX channel_hours_by_hour ON weir_store.channel_hours (hour);
${accountPolicy("channel_hours")}`;
