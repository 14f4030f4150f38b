import { flag, id, text, whole } from "./column-types.ts";
import { ownRows } from "./row-security.ts";

/** Provisioning keys, hardware ids and claim codes, as in control.db. */
export const provisioningTables = `
CREATE TABLE provisioning_keys (
  id ${id},
  uuid ${text} NOT NULL UNIQUE,
  account_id ${whole} NOT NULL REFERENCES accounts (id),
  template_id ${whole} NOT NULL,
  name ${text} NOT NULL,
  key_hash bytea NOT NULL UNIQUE,
  key_start ${text} NOT NULL,
  admission ${text} NOT NULL CHECK (admission IN ('at_once', 'approval', 'claim')),
  may_repeat ${flag("may_repeat")},
  device_limit ${whole} NOT NULL,
  created_by ${text} NOT NULL,
  created_at ${whole} NOT NULL,
  expires_at ${whole},
  last_used_at ${whole},
  UNIQUE (account_id, name),
  FOREIGN KEY (account_id, template_id) REFERENCES device_templates (account_id, id) ON DELETE CASCADE
);
CREATE INDEX provisioning_keys_by_template ON provisioning_keys (template_id);

CREATE TABLE hardware_ids (
  id ${id},
  uuid ${text} NOT NULL UNIQUE,
  account_id ${whole} NOT NULL REFERENCES accounts (id),
  hardware_id ${text} NOT NULL,
  key_id ${whole} REFERENCES provisioning_keys (id) ON DELETE SET NULL,
  state ${text} NOT NULL CHECK (state IN ('waiting', 'rejected', 'provisioned', 'claimed')),
  device_id ${whole} UNIQUE REFERENCES devices (id) ON DELETE CASCADE,
  claimed_account_id ${whole} REFERENCES accounts (id),
  token_due ${flag("token_due")},
  token_given_at ${whole},
  name ${text},
  firmware ${text},
  source ${text} NOT NULL,
  asked_at ${whole} NOT NULL,
  last_asked_at ${whole} NOT NULL,
  decided_by ${text},
  decided_at ${whole},
  UNIQUE (account_id, hardware_id)
);
CREATE INDEX hardware_ids_by_state ON hardware_ids (account_id, state, id);
CREATE INDEX hardware_ids_by_key ON hardware_ids (key_id, state);

CREATE TABLE claim_codes (
  id ${id},
  uuid ${text} NOT NULL UNIQUE,
  account_id ${whole} NOT NULL REFERENCES accounts (id),
  key_id ${whole} NOT NULL REFERENCES provisioning_keys (id) ON DELETE CASCADE,
  hardware_id ${text} NOT NULL,
  code_hash bytea NOT NULL UNIQUE,
  created_by ${text} NOT NULL,
  created_at ${whole} NOT NULL,
  expires_at ${whole} NOT NULL,
  claimed_at ${whole},
  UNIQUE (account_id, hardware_id)
);
CREATE INDEX claim_codes_by_key ON claim_codes (key_id);
${["provisioning_keys", "hardware_ids", "claim_codes"].map(ownRows).join("")}
`;
