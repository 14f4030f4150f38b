import { fail } from "@weir/protocol/result";
import type { Budget, Limiter, LimitOptions } from "../../limit/limiter.ts";
import type { Declined } from "../../web/api-answer.ts";
import { openTryLimits, type TryLimits } from "./sign-in-throttle.ts";

/**
 * How often people can ask for what costs others something: mails, answers that tell whether an address is in use, and
 * CPU time. A source that asks too often is told so. An address gets a few mails an hour, whoever asks. More are left
 * out silently, because those that arrived are still valid, and a refusal would let a stranger keep the owner of the
 * address from asking.
 */
export interface PeopleLimits {
  readonly resetsBySource: Limiter;
  readonly resetsByEmail: Limiter;
  readonly invitationsByAccount: Limiter;
  readonly noticesByEmail: Limiter;
  /** Links that confirm an address. */
  readonly linksByEmail: Limiter;
  /** Acceptances by people who are not signed in, because an answer may tell whether an address is in use. */
  readonly acceptancesBySource: Limiter;
  /** The strength of a password, which strangers may ask, too. */
  readonly passwordChecksBySource: Limiter;
  /** Requests to shared boards. */
  readonly sharedBySource: Limiter;
  readonly sharedByLink: Limiter;
  /** Test messages to channels. */
  readonly channelTests: Limiter;
  /** Claim codes that do not exist. */
  readonly wrongClaims: Limiter;
  /** Wrong passwords and codes. */
  readonly tries: TryLimits;
}

const hourMs = 3_600_000;
const minuteMs = 60_000;
/** How many keys each of them has room for. */
const keysMax = 10_000;

export const resetsPerSourceMax = 10;
export const resetMailsPerAddressMax = 3;
export const invitationsPerHourMax = 100;
export const noticesPerAddressMax = 30;
export const linkMailsPerAddressMax = 3;
export const acceptancesPerSourceMax = 30;
export const passwordChecksPerSourceMax = 60;
/** A minute. A board of 60 tiles that is loaded every 10 s takes 366. */
export const sharedPerSourceMax = 600;
export const sharedPerLinkMax = 6000;
export const wrongClaimsPerHourMax = 20;

/** A minute, for an account. */
const channelTestsMax = 20;

/** `open` opens the limiter of this name. Everything that serves the API shares it. */
export function openPeopleLimits(open: (name: string, options: LimitOptions) => Limiter): PeopleLimits {
  const inHour = (name: string, limit: number) => open(name, { limit, windowMs: hourMs, keysMax });
  return {
    resetsBySource: inHour("resets by source", resetsPerSourceMax),
    resetsByEmail: inHour("resets by email", resetMailsPerAddressMax),
    invitationsByAccount: inHour("invitations", invitationsPerHourMax),
    noticesByEmail: inHour("notices", noticesPerAddressMax),
    linksByEmail: inHour("links", linkMailsPerAddressMax),
    acceptancesBySource: inHour("acceptances", acceptancesPerSourceMax),
    passwordChecksBySource: open("password checks", {
      ...{ limit: passwordChecksPerSourceMax, windowMs: minuteMs, keysMax },
    }),
    sharedBySource: open("shared by source", { limit: sharedPerSourceMax, windowMs: minuteMs, keysMax }),
    sharedByLink: open("shared by link", { limit: sharedPerLinkMax, windowMs: minuteMs, keysMax }),
    channelTests: open("channel tests", { limit: channelTestsMax, windowMs: minuteMs, keysMax }),
    wrongClaims: inHour("wrong claims", wrongClaimsPerHourMax),
    tries: openTryLimits(open),
  };
}

export function tooManyRequests({ resetMs }: Budget, nowMs: number): Declined {
  const seconds = Math.max(1, Math.ceil((resetMs - nowMs) / 1000));
  const headers = { "Retry-After": String(seconds) };
  const detail = `Too many requests. Try again in ${Math.ceil(seconds / 60)} min.`;
  return fail({ status: 429, code: "too_many_requests", detail, headers });
}
