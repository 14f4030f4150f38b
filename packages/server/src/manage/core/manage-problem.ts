import type { ProblemCode } from "@weir/protocol/manage/problem-codes";
import type { ProblemDetails } from "../../web/api-answer.ts";
import type { ManageError } from "./manage-error.ts";

/** The status of refusals that are not simply invalid, and the field each is about. */
const known: Partial<Record<ProblemCode, { readonly status?: number; readonly field?: string }>> = {
  account_deletion_begun: { status: 409 },
  already_member: { status: 409 },
  ambiguous_account: { status: 422 },
  asked_recently: { status: 409 },
  bad_claim_code: { field: "code" },
  bad_email: { field: "email" },
  bad_expiry: { field: "expires_in_days" },
  bad_message: { field: "ids" },
  bad_name: { field: "name" },
  bad_password: { field: "password" },
  bad_hours: { field: "quiet_hours" },
  bad_pick: { field: "picked" },
  bad_picture: { status: 415 },
  bad_slug: { field: "slug" },
  bad_span: { field: "until" },
  bad_target: { field: "target" },
  chain_in_use: { status: 409 },
  chain_unpublished: { status: 409 },
  changed_meanwhile: { status: 412 },
  check_limit: { status: 429 },
  confirmation_gone: { status: 410 },
  draft_changed: { status: 412 },
  email_taken: { status: 409, field: "email" },
  email_unverified: { status: 403 },
  group_not_empty: { status: 409 },
  hardware_decided: { status: 409 },
  hardware_taken: { status: 409 },
  import_finished: { status: 409 },
  invitation_gone: { status: 410 },
  key_without_claims: { field: "provisioning_key" },
  last_account: { status: 409 },
  last_owner: { status: 409 },
  mail_not_set_up: { status: 409 },
  name_needed: { field: "name" },
  no_account_deletion: { status: 409 },
  no_draft: { status: 409 },
  no_sample_data: { status: 409 },
  no_picture: { status: 404 },
  no_template: { status: 409 },
  no_totp_started: { status: 409 },
  nothing_to_publish: { status: 409 },
  old_token_in_use: { status: 409 },
  other_person: { status: 403 },
  own_board: { status: 409 },
  password_needed: { field: "password" },
  person_exists: { status: 409 },
  person_needed: { status: 403 },
  recipient_answered: { status: 409 },
  reset_gone: { status: 410 },
  role_needed: { status: 403 },
  sample_data_loaded: { status: 409 },
  second_factor_locked: { status: 403 },
  secret_in_use: { status: 409 },
  setup_refused: { status: 403, field: "secret" },
  sign_in_needed: { status: 401 },
  slug_taken: { status: 409, field: "slug" },
  too_busy: { status: 503 },
  too_much_data: { status: 409 },
  totp_already_on: { status: 409 },
  totp_off: { status: 409 },
  wrong_account_name: { field: "name" },
  wrong_code: { status: 403, field: "totp" },
  wrong_offset: { status: 409 },
  wrong_password: { status: 403, field: "password" },
  // The caller cannot fix this: the operator has to restore the key.
  wrong_token_key: { status: 500 },
};

/** The field that a refusal is about, if the route has another name for it. */
export type FieldNames = Partial<Record<ProblemCode, string>>;

/** A refusal of an operation as the API reports it. */
export function manageProblem(error: ManageError, fields: FieldNames = {}): ProblemDetails {
  const { code, message, problems, limit, retryAfterS, uploadOffset } = error;
  const { status = 422, field: usualField } = known[code] ?? usualOf(code);
  const field = error.field ?? fields[code] ?? usualField;
  const errors =
    problems?.map(({ nodeId, field: ofNode, message: text }) => ({
      field: ["nodes", nodeId, ofNode].filter((part) => part !== null).join("."),
      message: text,
    })) ?? (field === undefined ? undefined : [{ field, message }]);
  return {
    status,
    code,
    detail: message,
    ...(errors === undefined ? {} : { errors }),
    ...(limit === undefined ? {} : { limit }),
    ...(retryAfterS === undefined ? {} : { headers: { "Retry-After": String(retryAfterS) } }),
    ...(uploadOffset === undefined ? {} : { headers: { "Upload-Offset": String(uploadOffset) } }),
  };
}

/** Refusals that every resource can have. */
function usualOf(code: ProblemCode): { readonly status?: number; readonly field?: string } {
  if (code.startsWith("unknown_")) return { status: 404 };
  if (code.startsWith("too_many_")) return { status: 409 };
  return code.endsWith("_name_taken") ? { status: 409, field: "name" } : {};
}
