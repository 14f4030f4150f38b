import type { ChainProblem } from "@weir/rule-engine/chain-problem";

/**
 * What a management function answers when it could not do what was asked for a reason the person asking can act on.
 * Callers decide on `code`; `message` is for people and may change. Faults (a full disk, a damaged file) are thrown.
 */
export type ManageErrorCode =
  | "ambiguous_account"
  | "ambiguous_chain"
  | "asked_recently"
  | "bad_chain"
  | "bad_export"
  | "bad_name"
  | "bad_slug"
  | "bad_text"
  | "chain_in_use"
  | "chain_invalid"
  | "chain_name_taken"
  | "chain_unpublished"
  | "check_deadline"
  | "check_limit"
  | "draft_changed"
  | "group_name_taken"
  | "no_draft"
  | "nothing_to_publish"
  | "old_token_in_use"
  | "recipient_answered"
  | "secret_in_use"
  | "slug_taken"
  | "too_busy"
  | "too_many_chains"
  | "too_many_devices"
  | "too_many_secrets"
  | "too_many_sensors"
  | "trial_too_large"
  | "unknown_account"
  | "unknown_chain"
  | "unknown_device"
  | "unknown_group"
  | "unknown_recipient"
  | "unknown_secret"
  | "unknown_sensor"
  | "unknown_version"
  | "wrong_token_key";

export interface ManageError {
  readonly code: ManageErrorCode;
  readonly message: string;
  /** Of a chain that was refused: what is wrong, node by node. */
  readonly problems?: readonly ChainProblem[];
  /** The limit that was reached. */
  readonly limit?: ReachedLimit;
  /** When it makes sense to try again. */
  readonly retryAfterS?: number;
}

/** A limit that an operator can change. */
export interface ReachedLimit {
  readonly setting: string;
  readonly max: number;
}

export type Result<T> = { readonly ok: true; readonly value: T } | Refusal;
export interface Refusal {
  readonly ok: false;
  readonly error: ManageError;
}

export function succeed<T>(value: T): Result<T> {
  return { ok: true, value };
}

export function refuse(code: ManageErrorCode, message: string): Refusal {
  return { ok: false, error: { code, message } };
}
