import type { ManageErrorCode } from "../manage/manage-error.ts";
import type { PeopleErrorCode, PeopleRefusal } from "../manage/people/people-result.ts";
import type { ProblemDetails } from "./api-answer.ts";
import { manageProblem } from "./manage-problem.ts";

/** How refusals about people are told, where they are not those of all management functions. */
const known: Record<
  Exclude<PeopleErrorCode, ManageErrorCode>,
  { readonly status: number; readonly field?: string }
> = {
  bad_email: { status: 422, field: "email" },
  bad_password: { status: 422, field: "password" },
  email_taken: { status: 409, field: "email" },
  last_owner: { status: 409 },
  no_totp_started: { status: 409 },
  setup_refused: { status: 403, field: "secret" },
  totp_already_on: { status: 409 },
  totp_off: { status: 409 },
  unknown_session: { status: 404 },
  unknown_user: { status: 404 },
  wrong_code: { status: 403, field: "totp" },
  wrong_password: { status: 403, field: "password" },
};

/** What a route calls the field that a refusal is about, where it is not the usual name. */
export type FieldNames = Partial<Record<PeopleErrorCode, string>>;

export function sessionProblem({ error }: PeopleRefusal, fields: FieldNames = {}): ProblemDetails {
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

export function tooManyTries(retryAfterMs: number): ProblemDetails {
  const seconds = Math.ceil(retryAfterMs / 1000);
  return {
    status: 429,
    code: "too_many_tries",
    detail: `Too many wrong tries. Try again in ${seconds} s.`,
    headers: { "Retry-After": String(seconds) },
  };
}

/** The same whether the e-mail or the password is wrong. */
export const wrongCredentials: ProblemDetails = {
  status: 401,
  code: "wrong_credentials",
  detail: "The e-mail address or the password is wrong.",
};

export const totpNeeded: ProblemDetails = {
  status: 401,
  code: "totp_needed",
  detail:
    "Send the e-mail address and the password again, together with a one-time password or a recovery code.",
};

export const wrongTotp: ProblemDetails = {
  status: 401,
  code: "wrong_code",
  detail: "The code is wrong, too old, or was used already.",
};

export const httpsNeeded: ProblemDetails = {
  status: 403,
  code: "https_needed",
  detail:
    "Over plain HTTP anybody on the way could read the password, so nobody can sign in. Use https://, or http://localhost " +
    "on the machine that Weir runs on. Behind a proxy that speaks TLS, name it in trusted_proxies.",
};

export const foreignPage: ProblemDetails = {
  status: 403,
  code: "foreign_page",
  detail: "The request comes from another site's page, so it was not carried out.",
};
