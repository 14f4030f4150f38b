import type { ManageErrorCode } from "../manage/manage-error.ts";
import type { PeopleError, PeopleOutcomeCode } from "../manage/people/people-outcome.ts";
import type { ProblemDetails } from "./api-answer.ts";
import { manageProblem } from "./manage-problem.ts";

interface Told {
  readonly status: number;
  readonly field?: string;
}

const known: Partial<Record<PeopleOutcomeCode, Told>> = {
  already_member: { status: 409 },
  bad_email: { status: 422, field: "email" },
  bad_expiry: { status: 422, field: "expires_in_days" },
  bad_password: { status: 422, field: "password" },
  changed_meanwhile: { status: 412 },
  email_taken: { status: 409, field: "email" },
  invitation_gone: { status: 410 },
  key_name_taken: { status: 409, field: "name" },
  last_owner: { status: 409 },
  name_needed: { status: 422, field: "name" },
  password_needed: { status: 422, field: "password" },
  reset_gone: { status: 410 },
  sign_in_needed: { status: 401 },
  too_many_accounts: { status: 409 },
  too_many_invitations: { status: 409 },
  too_many_keys: { status: 409 },
  too_many_members: { status: 409 },
  unknown_invitation: { status: 404 },
  unknown_key: { status: 404 },
  unknown_member: { status: 404 },
  unknown_user: { status: 404 },
};

/** What a function about people has declined, as the API tells it. */
export function declined({ code, message }: PeopleError): {
  readonly ok: false;
  readonly problem: ProblemDetails;
} {
  const told = known[code];
  if (told === undefined) {
    return { ok: false, problem: manageProblem({ code: code as ManageErrorCode, message }) };
  }
  const errors = told.field === undefined ? {} : { errors: [{ field: told.field, message }] };
  return { ok: false, problem: { status: told.status, code, detail: message, ...errors } };
}
