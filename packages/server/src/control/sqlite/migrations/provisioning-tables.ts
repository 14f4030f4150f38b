/**
 * Provisioning keys, hardware ids and claim codes. Of keys and codes only hashes are stored. `hardware_ids` has one row for each
 * hardware id of an account, so two devices cannot have the same one. If another account has claimed the device,
 * `claimed_account_id` names it, and that account has a row of its own.
 */
export const provisioningTables = `
CREATE TABLE provisioning_keys (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid TEXT NOT NULL UNIQUE,
  account_id INTEGER NOT NULL REFERENCES accounts (id),
  template_id INTEGER NOT NULL,
  name TEXT NOT NULL,
  key_hash BLOB NOT NULL UNIQUE,
  key_start TEXT NOT NULL,
  admission TEXT NOT NULL CHECK (admission IN ('at_once', 'approval', 'claim')),
  may_repeat INTEGER NOT NULL CHECK (may_repeat IN (0, 1)),
  device_limit INTEGER NOT NULL,
  created_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER,
  last_used_at INTEGER,
  UNIQUE (account_id, name),
  FOREIGN KEY (account_id, template_id) REFERENCES device_templates (account_id, id) ON DELETE CASCADE
) STRICT;
CREATE INDEX provisioning_keys_by_template ON provisioning_keys (template_id);

CREATE TABLE hardware_ids (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid TEXT NOT NULL UNIQUE,
  account_id INTEGER NOT NULL REFERENCES accounts (id),
  hardware_id TEXT NOT NULL,
  key_id INTEGER REFERENCES provisioning_keys (id) ON DELETE SET NULL,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'rejected', 'provisioned', 'claimed')),
  device_id INTEGER UNIQUE REFERENCES devices (id) ON DELETE CASCADE,
  claimed_account_id INTEGER REFERENCES accounts (id),
  token_due INTEGER NOT NULL CHECK (token_due IN (0, 1)),
  token_given_at INTEGER,
  name TEXT,
  firmware TEXT,
  source TEXT NOT NULL,
  asked_at INTEGER NOT NULL,
  last_asked_at INTEGER NOT NULL,
  decided_by TEXT,
  decided_at INTEGER,
  UNIQUE (account_id, hardware_id)
) STRICT;
CREATE INDEX hardware_ids_by_state ON hardware_ids (account_id, state, id);
CREATE INDEX hardware_ids_by_key ON hardware_ids (key_id, state);

CREATE TABLE claim_codes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid TEXT NOT NULL UNIQUE,
  account_id INTEGER NOT NULL REFERENCES accounts (id),
  key_id INTEGER NOT NULL REFERENCES provisioning_keys (id) ON DELETE CASCADE,
  hardware_id TEXT NOT NULL,
  code_hash BLOB NOT NULL UNIQUE,
  created_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  claimed_at INTEGER,
  UNIQUE (account_id, hardware_id)
) STRICT;
CREATE INDEX claim_codes_by_key ON claim_codes (key_id);
`;
