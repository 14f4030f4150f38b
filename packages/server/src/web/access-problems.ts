import { type Role, type ScopeNeed, scopeText } from "@weir/protocol/manage/access";
import type { ProblemDetails } from "./api-answer.ts";

/** Why a request is refused before its handler is asked: there is no such route or account, or the caller may not. */
export const noSuchRoute: ProblemDetails = {
  status: 404,
  code: "not_found",
  detail: "This path does not exist in the management API. See /docs for all paths.",
};
export const noSuchAccount: ProblemDetails = {
  status: 404,
  code: "unknown_account",
  detail: "This account does not exist, or you are not a member of it.",
};
export const notSignedIn: ProblemDetails = {
  status: 401,
  code: "not_signed_in",
  detail: "Sign in, or send an API key as Authorization: Bearer wak_….",
  headers: { "WWW-Authenticate": "Bearer" },
};
export const notForKeys: ProblemDetails = {
  status: 403,
  code: "not_for_keys",
  detail: "API keys cannot do this. A person has to sign in.",
};

export const personNeeded: ProblemDetails = {
  status: 403,
  code: "person_needed",
  detail: "Only a person who is signed in can do this.",
};
export const operatorNeeded: ProblemDetails = {
  status: 403,
  code: "operator_needed",
  detail: "Only commands on the server's own machine can do this.",
};

export function otherMethods(methods: readonly string[]): ProblemDetails {
  const allowed = [...new Set(methods)].sort().join(", ");
  const detail = `This path only accepts ${allowed}.`;
  return { status: 405, code: "method_not_allowed", detail, headers: { Allow: allowed } };
}

export function scopeNeeded(scope: ScopeNeed): ProblemDetails {
  return { status: 403, code: "scope_needed", detail: `The API key lacks the scope ${scopeText(scope)}.` };
}

export function roleNeeded(role: Role): ProblemDetails {
  const detail = `This requires the role ${role}. Ask an owner of the account.`;
  return { status: 403, code: "role_needed", detail };
}
