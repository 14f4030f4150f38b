import type { ProblemDetails } from "../../web/api-answer.ts";
import { factorLocked } from "./second-factor.ts";

export function tooManyTries(retryAfterMs: number): ProblemDetails {
  const seconds = Math.ceil(retryAfterMs / 1000);
  const wait = seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
  return {
    status: 429,
    code: "too_many_tries",
    detail: `Too many wrong attempts. Try again in ${wait}.`,
    headers: { "Retry-After": String(seconds) },
  };
}

/** The same for a wrong email and a wrong password. */
export const wrongCredentials: ProblemDetails = {
  status: 401,
  code: "wrong_credentials",
  detail: "The email address or password is wrong.",
};

export const totpNeeded: ProblemDetails = {
  status: 401,
  code: "totp_needed",
  detail: "Send the email address and password again, together with a one-time password or a recovery code.",
};

export const wrongTotp: ProblemDetails = {
  status: 401,
  code: "wrong_code",
  detail: "The code is wrong, has expired or was already used.",
};

export const secondFactorLocked: ProblemDetails = {
  status: 401,
  code: "second_factor_locked",
  detail: factorLocked({ isNew: false }).error.message,
};

export const httpsNeeded: ProblemDetails = {
  status: 403,
  code: "https_needed",
  detail:
    "Signing in over plain HTTP is disabled, because others on the network could read the password. Use " +
    "https://, or http://localhost on the machine that runs Weir. If Weir is behind a TLS proxy, list the " +
    "proxy in trusted_proxies.",
};
