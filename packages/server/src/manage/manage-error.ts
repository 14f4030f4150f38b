/**
 * What a management function answers when it could not do what was asked for a reason the person asking can act on.
 * Callers decide on `code`; `message` is for people and may change. Faults (a full disk, a damaged file) are thrown.
 */
export type ManageErrorCode =
  | "account_name_taken"
  | "bad_name"
  | "bad_slug"
  | "bad_text"
  | "group_name_taken"
  | "slug_taken"
  | "too_many_sensors"
  | "unknown_account"
  | "unknown_device"
  | "unknown_group"
  | "unknown_sensor"
  | "wrong_token_key";

export interface ManageError {
  readonly code: ManageErrorCode;
  readonly message: string;
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
