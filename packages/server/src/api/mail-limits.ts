import { RequestCounter } from "../manage/people/request-counter.ts";
import type { ProblemDetails } from "./api-answer.ts";
import type { ApiContext } from "./api-context.ts";

/**
 * How much mail people can make the server send. A source that asks for password resets too often is told so. An address
 * gets a few mails an hour, whoever asks; more are left out without a word, because the ones that came are still good,
 * and a refusal would let a stranger keep the owner of the address from asking.
 */
export interface MailLimits {
  readonly resetsBySource: RequestCounter;
  readonly resetsByEmail: RequestCounter;
  readonly invitationsByAccount: RequestCounter;
  readonly noticesByEmail: RequestCounter;
  /** Links that confirm an address. */
  readonly linksByEmail: RequestCounter;
  /** Acceptances of people who are not signed in: an answer may tell whether an address is in use. */
  readonly acceptancesBySource: RequestCounter;
}

const windowMs = 3_600_000;
export const resetsPerSourceMax = 10;
export const resetMailsPerAddressMax = 3;
export const invitationsPerHourMax = 100;
export const noticesPerAddressMax = 30;
export const linkMailsPerAddressMax = 3;
export const acceptancesPerSourceMax = 30;

/** One for each control.db, however many requests and accounts there are. */
const limits = new WeakMap<object, MailLimits>();

export function mailLimitsOf({ control }: ApiContext): MailLimits {
  const known = limits.get(control.db);
  if (known !== undefined) return known;
  const made: MailLimits = {
    resetsBySource: new RequestCounter({ max: resetsPerSourceMax, windowMs }),
    resetsByEmail: new RequestCounter({ max: resetMailsPerAddressMax, windowMs }),
    invitationsByAccount: new RequestCounter({ max: invitationsPerHourMax, windowMs }),
    linksByEmail: new RequestCounter({ max: linkMailsPerAddressMax, windowMs }),
    acceptancesBySource: new RequestCounter({ max: acceptancesPerSourceMax, windowMs }),
    noticesByEmail: new RequestCounter({ max: noticesPerAddressMax, windowMs }),
  };
  limits.set(control.db, made);
  return made;
}

export function tooManyRequests(retryAfterMs: number): {
  readonly ok: false;
  readonly problem: ProblemDetails;
} {
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000));
  const headers = { "Retry-After": String(seconds) };
  const detail = `That was asked too often. Try again in ${Math.ceil(seconds / 60)} min.`;
  return { ok: false, problem: { status: 429, code: "too_many_requests", detail, headers } };
}
