import type { Limiter, LimitOptions } from "../../limit/limiter.ts";
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
  /** By the inviting person over all accounts, by mailbox from everybody, and by mailbox from one person. */
  readonly invitationsByPerson: Limiter;
  readonly invitationsByMailbox: Limiter;
  readonly invitationsByPersonAndMailbox: Limiter;
  readonly noticesByEmail: Limiter;
  /** Links that confirm an address. */
  readonly linksByEmail: Limiter;
  /** Links to confirm new addresses that a person asked for. */
  readonly linksByPerson: Limiter;
  /** Acceptances by people who are not signed in, because an answer may tell whether an address is in use. */
  readonly acceptancesBySource: Limiter;
  /** The strength of a password, which strangers may ask, too. */
  readonly passwordChecksBySource: Limiter;
  /** Requests to shared boards. */
  readonly sharedBySource: Limiter;
  readonly sharedByLink: Limiter;
  /** Test messages to channels, by account and by person. */
  readonly channelTests: Limiter;
  readonly channelTestsByPerson: Limiter;
  /** Claim codes that do not exist. */
  readonly wrongClaims: Limiter;
  /** Wrong passwords and codes. */
  readonly tries: TryLimits;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const minuteMs = 60_000;
/** How many keys each of them has room for. */
const keysMax = 10_000;

export const resetsPerSourceMax = 10;
export const resetMailsPerAddressMax = 3;
export const invitationsPerHourMax = 100;
/** A day. */
const invitationsPerPersonMax = 100;
export const invitationsPerMailboxMax = 6;
export const invitationsPerPersonAndMailboxMax = 3;
export const noticesPerAddressMax = 30;
export const linkMailsPerAddressMax = 3;
const linkMailsPerPersonMax = 10;
export const acceptancesPerSourceMax = 30;
export const passwordChecksPerSourceMax = 60;
/** A minute. A board of 60 tiles that is loaded every 10 s takes 366. */
export const sharedPerSourceMax = 600;
export const sharedPerLinkMax = 6000;
export const wrongClaimsPerHourMax = 20;

/** A minute, for an account and for a person. */
const channelTestsMax = 20;

/** `open` opens the limiter of this name. Everything that serves the API shares it. */
export function openPeopleLimits(open: (name: string, options: LimitOptions) => Limiter): PeopleLimits {
  const inHour = (name: string, limit: number) => open(name, { limit, windowMs: hourMs, keysMax });
  const inDay = (name: string, limit: number) => open(name, { limit, windowMs: dayMs, keysMax });
  const inMinute = (name: string, limit: number) => open(name, { limit, windowMs: minuteMs, keysMax });
  return {
    resetsBySource: inHour("resets by source", resetsPerSourceMax),
    resetsByEmail: inHour("resets by email", resetMailsPerAddressMax),
    invitationsByAccount: inHour("invitations", invitationsPerHourMax),
    invitationsByPerson: inDay("invitations by person", invitationsPerPersonMax),
    invitationsByMailbox: inDay("invitations by mailbox", invitationsPerMailboxMax),
    invitationsByPersonAndMailbox: inDay(
      "invitations by person and mailbox",
      invitationsPerPersonAndMailboxMax,
    ),
    noticesByEmail: inHour("notices", noticesPerAddressMax),
    linksByEmail: inHour("links", linkMailsPerAddressMax),
    linksByPerson: inDay("links by person", linkMailsPerPersonMax),
    acceptancesBySource: inHour("acceptances", acceptancesPerSourceMax),
    passwordChecksBySource: inMinute("password checks", passwordChecksPerSourceMax),
    sharedBySource: inMinute("shared by source", sharedPerSourceMax),
    sharedByLink: inMinute("shared by link", sharedPerLinkMax),
    channelTests: inMinute("channel tests", channelTestsMax),
    channelTestsByPerson: inMinute("channel tests by person", channelTestsMax),
    wrongClaims: inHour("wrong claims", wrongClaimsPerHourMax),
    tries: openTryLimits(open),
  };
}
