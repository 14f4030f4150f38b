import { flag, id, json, text, whole } from "./column-types.ts";

const expectations = `
  expected_interval_s ${whole} CHECK (expected_interval_s BETWEEN 1 AND 2592000),
  silence_alarm ${text} CHECK (silence_alarm IN ('off', 'info', 'warning', 'critical'))`;

/**
 * Accounts, chains, devices and sensors. Foreign keys carry the account along, so that no row can point at a group or a chain of another
 * account. Indexes name only what rows are found and sorted by: one that held descriptions too would refuse long ones.
 */
export const fleetTables = `
CREATE TABLE accounts (
  id ${id},
  uuid ${text} NOT NULL UNIQUE,
  name ${text} NOT NULL,
  default_chain_id ${whole},
  created_at ${whole} NOT NULL,
  second_factor_required ${flag("second_factor_required")} DEFAULT 0,
  ${expectations}
);
CREATE INDEX accounts_by_name ON accounts (name, id);

CREATE TABLE chains (
  id ${id},
  uuid ${text} NOT NULL UNIQUE,
  account_id ${whole} NOT NULL REFERENCES accounts (id),
  name ${text} NOT NULL,
  published_version ${whole},
  created_at ${whole} NOT NULL,
  draft ${json("draft")},
  draft_revision ${whole} NOT NULL DEFAULT 0,
  draft_updated_at ${whole},
  UNIQUE (account_id, id),
  UNIQUE (account_id, name)
);
ALTER TABLE accounts ADD FOREIGN KEY (id, default_chain_id) REFERENCES chains (account_id, id);

CREATE TABLE chain_versions (
  chain_id ${whole} NOT NULL REFERENCES chains (id),
  version ${whole} NOT NULL CHECK (version > 0),
  definition ${json("definition")} NOT NULL,
  published_at ${whole} NOT NULL,
  note ${text} NOT NULL DEFAULT '',
  PRIMARY KEY (chain_id, version)
);
ALTER TABLE chains ADD FOREIGN KEY (id, published_version) REFERENCES chain_versions (chain_id, version)
  DEFERRABLE INITIALLY DEFERRED;

CREATE TABLE device_groups (
  id ${id},
  account_id ${whole} NOT NULL REFERENCES accounts (id),
  name ${text} NOT NULL,
  chain_id ${whole},
  ${expectations},
  UNIQUE (account_id, name),
  UNIQUE (account_id, id),
  FOREIGN KEY (account_id, chain_id) REFERENCES chains (account_id, id)
);
CREATE INDEX device_groups_by_chain ON device_groups (chain_id) WHERE chain_id IS NOT NULL;

CREATE TABLE devices (
  id ${id},
  uuid ${text} NOT NULL UNIQUE,
  account_id ${whole} NOT NULL REFERENCES accounts (id),
  group_id ${whole},
  name ${text} NOT NULL,
  description ${text} NOT NULL,
  enabled ${flag("enabled")},
  contract ${text} NOT NULL CHECK (contract IN ('queued', 'stored')),
  handling ${text} NOT NULL CHECK (handling IN ('strict', 'lenient')),
  chain_id ${whole},
  token_hash bytea NOT NULL CHECK (length(token_hash) = 32),
  token_sealed bytea NOT NULL,
  token_created_at ${whole} NOT NULL,
  created_at ${whole} NOT NULL,
  previous_token_hash bytea CHECK (length(previous_token_hash) = 32),
  previous_token_created_at ${whole},
  previous_token_expires_at ${whole},
  previous_token_until_first_use ${flag("previous_token_until_first_use")} DEFAULT 0,
  previous_token_last_used_at ${whole},
  token_last_used_at ${whole},
  token_sole_since ${whole},
  quarantine ${flag("quarantine")} DEFAULT 0,
  quarantine_auto_since ${whole},
  name_order ${text} NOT NULL DEFAULT '',
  ${expectations},
  FOREIGN KEY (account_id, group_id) REFERENCES device_groups (account_id, id),
  FOREIGN KEY (account_id, chain_id) REFERENCES chains (account_id, id)
);
CREATE INDEX devices_by_account ON devices (account_id, id);
CREATE INDEX devices_by_name ON devices (account_id, name_order, id);
CREATE INDEX devices_by_group ON devices (group_id) WHERE group_id IS NOT NULL;
CREATE INDEX devices_by_chain ON devices (chain_id) WHERE chain_id IS NOT NULL;
CREATE INDEX devices_with_automatic_quarantine ON devices (quarantine_auto_since)
  WHERE quarantine_auto_since IS NOT NULL;
CREATE INDEX devices_with_interval ON devices (account_id, expected_interval_s) WHERE expected_interval_s IS NOT NULL;
CREATE INDEX devices_with_silence_alarm ON devices (silence_alarm) WHERE silence_alarm IS NOT NULL;

CREATE TABLE sensors (
  id ${id},
  uuid ${text} NOT NULL UNIQUE,
  device_id ${whole} NOT NULL REFERENCES devices (id),
  name ${text} NOT NULL,
  slug ${text} NOT NULL,
  type ${text},
  unit ${text},
  chain_id ${whole} REFERENCES chains (id),
  created_at ${whole} NOT NULL,
  UNIQUE (device_id, slug)
);
CREATE INDEX sensors_by_chain ON sensors (chain_id) WHERE chain_id IS NOT NULL;
CREATE INDEX sensors_by_slug ON sensors (slug, device_id);

CREATE TABLE sensor_types (
  id ${id},
  uuid ${text} NOT NULL UNIQUE,
  account_id ${whole} NOT NULL REFERENCES accounts (id),
  name ${text} NOT NULL,
  unit ${text},
  decimals ${whole},
  min double precision,
  max double precision,
  icon ${text},
  created_at ${whole} NOT NULL,
  UNIQUE (account_id, name)
);

CREATE TABLE removed_sensors (
  sensor_id ${whole} PRIMARY KEY,
  removed_at ${whole} NOT NULL
);

CREATE TABLE settings (
  key ${text} PRIMARY KEY,
  value ${text} NOT NULL
);

CREATE TABLE secrets (
  account_id ${whole} NOT NULL REFERENCES accounts (id),
  name ${text} NOT NULL,
  sealed bytea NOT NULL,
  created_at ${whole} NOT NULL,
  PRIMARY KEY (account_id, name)
);

CREATE TABLE account_retention (
  account_id ${whole} PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
  days ${whole} NOT NULL CHECK (days >= 1)
);

CREATE TABLE sensor_retention (
  sensor_id ${whole} PRIMARY KEY REFERENCES sensors (id) ON DELETE CASCADE,
  days ${whole} CHECK (days >= 1)
);

-- A sensor has its account through its device only, which a foreign key cannot follow.
CREATE FUNCTION check_chain_of_sensor() RETURNS trigger LANGUAGE plpgsql SET search_path = weir_control, pg_temp AS $$
BEGIN
  IF NOT EXISTS (
    SELECT 1 FROM devices JOIN chains USING (account_id) WHERE devices.id = NEW.device_id AND chains.id = NEW.chain_id
  ) THEN
    RAISE EXCEPTION 'the chain belongs to another account than the sensor' USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER sensor_chain_of_own_account BEFORE INSERT OR UPDATE OF chain_id, device_id ON sensors
  FOR EACH ROW WHEN (NEW.chain_id IS NOT NULL) EXECUTE FUNCTION check_chain_of_sensor();
`;
