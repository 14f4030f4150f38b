import { id, json, text, whole } from "./column-types.ts";
import { ownRows } from "./row-security.ts";

/** Channels, and the installation's key for Web Push, as in control.db. */
export const channelTables = `
CREATE TABLE channels (
  id ${id},
  uuid ${text} NOT NULL UNIQUE,
  account_id ${whole} NOT NULL REFERENCES accounts (id),
  user_id ${whole},
  name ${text} NOT NULL,
  kind ${text} NOT NULL
    CHECK (kind IN ('mail', 'webhook', 'slack', 'teams', 'discord', 'telegram', 'ntfy', 'push')),
  address ${text} NOT NULL,
  destination ${text} NOT NULL,
  sealed bytea NOT NULL,
  quiet_hours ${json("quiet_hours")},
  created_at ${whole} NOT NULL,
  FOREIGN KEY (account_id, user_id) REFERENCES memberships (account_id, user_id) ON DELETE CASCADE
);
CREATE INDEX channels_by_owner ON channels (account_id, user_id);

CREATE TABLE push_keys (
  id ${whole} PRIMARY KEY CHECK (id = 1),
  public_key ${text} NOT NULL,
  sealed bytea NOT NULL,
  created_at ${whole} NOT NULL
);
${ownRows("channels")}
`;
