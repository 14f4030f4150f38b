import type { ProblemDetails } from "../../web/api-answer.ts";
import { factorLocked } from "./second-factor.ts";

export function tooManyTries(retryAfterMs: number): ProblemDetails {
  const seconds = Math.ceil(retryAfterMs / 1000);
  const wait = seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
  return {
    status: 429,
    code: "too_many_tries",
    detail: `Too many wrong tries. Try again in ${wait}.`,
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

export const secondFactorLocked: ProblemDetails = {
  status: 401,
  code: "second_factor_locked",
  detail: factorLocked({ isNew: false }).error.message,
};

export const httpsNeeded: ProblemDetails = {
  status: 403,
  code: "https_needed",
  detail:
    "Over plain HTTP anybody on the way could read the password, so nobody can sign in. Use https://, or http://localhost " +
    "on the machine that Weir runs on. Behind a proxy that speaks TLS, name it in trusted_proxies.",
};
