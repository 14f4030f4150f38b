import { flag, id, json, text, whole } from "./column-types.ts";

/**
 * People, how they get in, and what was done. Addresses are found by `lower(email)`, so that A to Z count in any case. What an audit
 * entry refers to may be gone, so it has no foreign keys.
 */
export const peopleTables = `
CREATE TABLE users (
  id ${id},
  uuid ${text} NOT NULL UNIQUE,
  email ${text} NOT NULL,
  email_verified_at ${whole},
  name ${text} NOT NULL,
  password_hash ${text} NOT NULL,
  password_changed_at ${whole} NOT NULL,
  totp_sealed bytea,
  totp_confirmed_at ${whole},
  totp_last_step ${whole} NOT NULL DEFAULT 0,
  wrong_codes ${whole} NOT NULL DEFAULT 0,
  time_zone ${text},
  time_format ${text} NOT NULL DEFAULT 'auto' CHECK (time_format IN ('auto', '12h', '24h')),
  theme ${text} NOT NULL DEFAULT 'system' CHECK (theme IN ('system', 'light', 'dark')),
  created_at ${whole} NOT NULL
);
CREATE UNIQUE INDEX users_by_email ON users (lower(email));

CREATE TABLE recovery_codes (
  user_id ${whole} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  code_hash bytea NOT NULL,
  used_at ${whole},
  PRIMARY KEY (user_id, code_hash)
);

CREATE TABLE memberships (
  account_id ${whole} NOT NULL REFERENCES accounts (id),
  user_id ${whole} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  role ${text} NOT NULL CHECK (role IN ('viewer', 'editor', 'owner')),
  created_at ${whole} NOT NULL,
  PRIMARY KEY (account_id, user_id)
);
CREATE INDEX memberships_by_user ON memberships (user_id);

CREATE TABLE sessions (
  id ${id},
  user_id ${whole} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  token_hash bytea NOT NULL UNIQUE,
  created_at ${whole} NOT NULL,
  last_used_at ${whole} NOT NULL,
  expires_at ${whole} NOT NULL,
  source ${text} NOT NULL,
  user_agent ${text} NOT NULL,
  proved_at ${whole} NOT NULL DEFAULT 0
);
CREATE INDEX sessions_by_user ON sessions (user_id);

CREATE TABLE api_keys (
  id ${id},
  uuid ${text} NOT NULL UNIQUE,
  account_id ${whole} NOT NULL REFERENCES accounts (id),
  name ${text} NOT NULL,
  key_hash bytea NOT NULL UNIQUE,
  key_start ${text} NOT NULL,
  scopes ${json("scopes")} NOT NULL,
  created_by ${text} NOT NULL,
  created_at ${whole} NOT NULL,
  expires_at ${whole},
  last_used_at ${whole}
);
CREATE INDEX api_keys_by_account ON api_keys (account_id);

CREATE TABLE invitations (
  id ${id},
  uuid ${text} NOT NULL UNIQUE,
  account_id ${whole} NOT NULL REFERENCES accounts (id),
  email ${text} NOT NULL,
  role ${text} NOT NULL CHECK (role IN ('viewer', 'editor', 'owner')),
  token_hash bytea NOT NULL UNIQUE,
  invited_by ${text} NOT NULL,
  created_at ${whole} NOT NULL,
  expires_at ${whole} NOT NULL,
  is_mailed ${flag("is_mailed")} DEFAULT 0
);
CREATE UNIQUE INDEX invitations_by_email ON invitations (account_id, lower(email));

CREATE TABLE password_resets (
  token_hash bytea PRIMARY KEY,
  user_id ${whole} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  expires_at ${whole} NOT NULL,
  is_mailed ${flag("is_mailed")} DEFAULT 0
);
CREATE INDEX password_resets_by_user ON password_resets (user_id);

CREATE TABLE email_links (
  token_hash bytea PRIMARY KEY,
  user_id ${whole} NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  purpose ${text} NOT NULL CHECK (purpose IN ('verify', 'change')),
  email ${text} NOT NULL,
  expires_at ${whole} NOT NULL
);
CREATE INDEX email_links_by_user ON email_links (user_id);

CREATE TABLE mail_recipients (
  id ${id},
  uuid ${text} NOT NULL UNIQUE,
  account_id ${whole} NOT NULL REFERENCES accounts (id),
  email ${text} NOT NULL,
  state ${text} NOT NULL CHECK (state IN ('waiting', 'confirmed', 'declined', 'removed')),
  token_hash bytea UNIQUE,
  is_asked ${flag("is_asked")} DEFAULT 0,
  mailed_at ${whole},
  tried_at ${whole},
  created_at ${whole} NOT NULL,
  answered_at ${whole}
);
CREATE UNIQUE INDEX mail_recipients_by_account ON mail_recipients (account_id, lower(email));
CREATE INDEX mail_recipients_by_email ON mail_recipients (lower(email));
CREATE INDEX mail_recipients_to_ask ON mail_recipients (id) WHERE state = 'waiting' AND is_asked = 0;

CREATE TABLE audit_log (
  id ${id},
  account_id ${whole},
  happened_at ${whole} NOT NULL,
  actor_kind ${text} NOT NULL CHECK (actor_kind IN ('user', 'key', 'operator', 'nobody')),
  actor ${text} NOT NULL,
  action ${text} NOT NULL,
  subject_kind ${text} NOT NULL,
  subject ${text} NOT NULL,
  subject_name ${text},
  source ${text} NOT NULL,
  request_id ${text} NOT NULL,
  before ${text},
  after ${text},
  confirmed ${flag("confirmed")} DEFAULT 1
);
CREATE INDEX audit_log_by_account ON audit_log (account_id, id);
`;
