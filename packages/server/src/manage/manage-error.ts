import type { ResourceProblemCode } from "@weir/protocol/resources/resources";
import { type Result as AnyResult, type Failure, fail, succeed } from "@weir/protocol/result";
import type { ChainProblem } from "@weir/rule-engine/chain-problem";

/**
 * The answer of an operation that could not be done, for a reason that the caller can act on. Callers decide on `code`;
 * `message` is for people and may change. Faults (a full disk, a damaged file) are thrown.
 */
export type ManageErrorCode =
  | ResourceProblemCode
  | "account_deletion_begun"
  | "already_member"
  | "ambiguous_account"
  | "ambiguous_chain"
  | "asked_recently"
  | "bad_chain"
  | "bad_claim_code"
  | "bad_email"
  | "bad_expiry"
  | "bad_export"
  | "bad_hours"
  | "bad_header"
  | "bad_import"
  | "bad_message"
  | "bad_name"
  | "bad_password"
  | "bad_pick"
  | "bad_picture"
  | "bad_slug"
  | "bad_span"
  | "bad_target"
  | "bad_text"
  | "chain_in_use"
  | "chain_invalid"
  | "chain_name_taken"
  | "chain_unpublished"
  | "changed_meanwhile"
  | "check_deadline"
  | "check_limit"
  | "confirmation_gone"
  | "draft_changed"
  | "email_taken"
  | "email_unverified"
  | "group_name_taken"
  | "hardware_decided"
  | "hardware_taken"
  | "import_finished"
  | "invitation_gone"
  | "key_name_taken"
  | "key_without_claims"
  | "key_not_everywhere"
  | "last_account"
  | "last_owner"
  | "mail_not_set_up"
  | "name_needed"
  | "no_account_deletion"
  | "no_draft"
  | "no_sample_data"
  | "no_picture"
  | "no_template"
  | "no_totp_started"
  | "not_valid"
  | "nothing_to_publish"
  | "old_token_in_use"
  | "other_person"
  | "own_board"
  | "password_needed"
  | "person_exists"
  | "person_needed"
  | "previous_key_needed"
  | "recipient_answered"
  | "reset_gone"
  | "role_needed"
  | "sample_data_loaded"
  | "second_factor_locked"
  | "secret_in_use"
  | "setup_refused"
  | "sign_in_needed"
  | "slug_taken"
  | "template_name_taken"
  | "too_busy"
  | "too_many_accounts"
  | "too_many_annotations"
  | "too_many_channels"
  | "too_many_chains"
  | "too_many_claim_codes"
  | "too_many_devices"
  | "too_many_imports"
  | "too_many_invitations"
  | "too_many_keys"
  | "too_many_members"
  | "too_many_notification_rules"
  | "too_many_secrets"
  | "too_many_sensors"
  | "too_many_share_links"
  | "too_many_templates"
  | "too_much_data"
  | "totp_already_on"
  | "totp_off"
  | "trial_too_large"
  | "unknown_account"
  | "unknown_annotation"
  | "unknown_channel"
  | "unknown_chain"
  | "unknown_claim_code"
  | "unknown_device"
  | "unknown_group"
  | "unknown_hardware"
  | "unknown_import"
  | "unknown_invitation"
  | "unknown_key"
  | "unknown_member"
  | "unknown_provisioning_key"
  | "unknown_notification_rule"
  | "unknown_recipient"
  | "unknown_secret"
  | "unknown_sensor"
  | "unknown_session"
  | "unknown_share_link"
  | "unknown_template"
  | "unknown_user"
  | "unknown_version"
  | "wrong_account_name"
  | "wrong_code"
  | "wrong_offset"
  | "wrong_password"
  | "wrong_token_key";

export interface ManageError {
  readonly code: ManageErrorCode;
  readonly message: string;
  /** The field at fault, if the code does not say it. */
  readonly field?: string;
  /** For a refused chain: its problems, node by node. */
  readonly problems?: readonly ChainProblem[];
  /** The limit that was reached. */
  readonly limit?: ReachedLimit;
  /** When to try again. */
  readonly retryAfterS?: number;
  /** Whether this wrong code has locked the second factor. */
  readonly isNewLock?: true;
  /** For a part of an import with a wrong offset: the right one. */
  readonly uploadOffset?: number;
}

/** A limit that an operator can change. */
export interface ReachedLimit {
  readonly setting: string;
  readonly max: number;
}

/** The result of an operation of management. */
export type Result<T> = AnyResult<T, ManageError>;
export type Refusal = Failure<ManageError>;

export function refuse(code: ManageErrorCode, message: string): Refusal {
  return fail({ code, message });
}

/** For a field that is valid only by itself, not together with the others. */
export function refuseField(field: string, message: string): Refusal {
  return fail({ code: "not_valid", message, field });
}

export { succeed };
