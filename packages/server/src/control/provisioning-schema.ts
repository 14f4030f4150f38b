import type { HardwareState, ProvisioningAdmission } from "@weir/protocol/closed-sets";
import type { Generated } from "kysely";

/** The tables of provisioning. */
export interface ProvisioningSchema {
  provisioning_keys: ProvisioningKeyTable;
  hardware_ids: HardwareIdTable;
  claim_codes: ClaimCodeTable;
}

export interface ProvisioningKeyTable {
  id: Generated<number>;
  uuid: string;
  account_id: number;
  template_id: number;
  name: string;
  key_hash: Uint8Array;
  /** The first characters of its text, by which people recognise keys. */
  key_start: string;
  admission: ProvisioningAdmission;
  may_repeat: 0 | 1;
  device_limit: number;
  created_by: string;
  created_at: number;
  expires_at: number | null;
  /** To the minute. */
  last_used_at: number | null;
}

export interface HardwareIdTable {
  id: Generated<number>;
  uuid: string;
  account_id: number;
  /** Unique in the account. */
  hardware_id: string;
  /** Null if the key was revoked, and for a device that was claimed from another account. */
  key_id: number | null;
  state: HardwareState;
  /** Set if and only if it is `provisioned`. Deleting the device deletes the row. */
  device_id: number | null;
  /** Set if and only if it is `claimed`. */
  claimed_account_id: number | null;
  /**
   * UUID of the row in the maker's account whose claim created this one; null for all others. Requests with the maker's key
   * reach this row only through it.
   */
  claimed_from: string | null;
  /** Whether the device gets a token when it asks the next time. */
  token_due: 0 | 1;
  token_given_at: number | null;
  /** What a repeated request must match to get the same token again; null if the request had no nonce. */
  nonce_hash: Uint8Array | null;
  /** What the device said about itself. */
  name: string | null;
  firmware: string | null;
  source: string;
  asked_at: number;
  /** To the minute. */
  last_asked_at: number;
  decided_by: string | null;
  decided_at: number | null;
}

export interface ClaimCodeTable {
  id: Generated<number>;
  uuid: string;
  account_id: number;
  key_id: number;
  /** Unique in the account: a hardware id has one code. */
  hardware_id: string;
  code_hash: Uint8Array;
  created_by: string;
  created_at: number;
  expires_at: number;
  /** Null while it can be used. */
  claimed_at: number | null;
}
