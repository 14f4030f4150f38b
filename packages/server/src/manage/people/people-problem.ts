import type { ProblemDetails } from "../../web/api-answer.ts";
import { manageProblem } from "../../web/manage-problem.ts";
import type { ManageErrorCode } from "../manage-error.ts";
import type { PeopleErrorCode, PeopleRefusal } from "./people-result.ts";

/** How refusals about people are told, where they are not those of all management functions. */
const known: Record<
  Exclude<PeopleErrorCode, ManageErrorCode>,
  { readonly status: number; readonly field?: string }
> = {
  already_member: { status: 409 },
  bad_email: { status: 422, field: "email" },
  bad_expiry: { status: 422, field: "expires_in_days" },
  bad_password: { status: 422, field: "password" },
  changed_meanwhile: { status: 412 },
  confirmation_gone: { status: 410 },
  email_taken: { status: 409, field: "email" },
  email_unverified: { status: 403 },
  invitation_gone: { status: 410 },
  key_name_taken: { status: 409, field: "name" },
  last_owner: { status: 409 },
  mail_not_set_up: { status: 409 },
  name_needed: { status: 422, field: "name" },
  no_totp_started: { status: 409 },
  other_person: { status: 403 },
  person_exists: { status: 409 },
  password_needed: { status: 422, field: "password" },
  reset_gone: { status: 410 },
  second_factor_locked: { status: 403 },
  setup_refused: { status: 403, field: "secret" },
  sign_in_needed: { status: 401 },
  too_many_accounts: { status: 409 },
  too_many_invitations: { status: 409 },
  too_many_keys: { status: 409 },
  too_many_members: { status: 409 },
  totp_already_on: { status: 409 },
  totp_off: { status: 409 },
  unknown_invitation: { status: 404 },
  unknown_key: { status: 404 },
  unknown_member: { status: 404 },
  unknown_session: { status: 404 },
  unknown_user: { status: 404 },
  wrong_code: { status: 403, field: "totp" },
  wrong_password: { status: 403, field: "password" },
};

/** What a route calls the field that a refusal is about, where it is not the usual name. */
export type FieldNames = Partial<Record<PeopleErrorCode, string>>;

export function peopleProblem({ error }: PeopleRefusal, fields: FieldNames = {}): ProblemDetails {
  const { code, message } = error;
  const told = fields[code];
  const named = told === undefined ? {} : { errors: [{ field: told, message }] };
  if (!isOfPeople(code)) return { ...manageProblem({ code, message }), ...named };
  const { status, field } = known[code];
  const usual = field === undefined ? {} : { errors: [{ field, message }] };
  return { status, code, detail: message, ...usual, ...named };
}

function isOfPeople(code: PeopleErrorCode): code is keyof typeof known {
  return Object.hasOwn(known, code);
}

/** The same as the outcome of a handler. */
export function declined(refusal: PeopleRefusal): { readonly ok: false; readonly problem: ProblemDetails } {
  return { ok: false, problem: peopleProblem(refusal) };
}
