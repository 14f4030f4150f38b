/**
 * How many mails each account has sent on a day: days since 1970, in UTC. Kept beside the outbox, so that a restart does
 * not begin anew.
 */
export interface MailCounts {
  sent(accountId: number, day: number): number;
  /** Counts more of them; a negative number takes some back. */
  add(accountId: number, day: number, mails: number): void;
  /** Notes that the account has reached its limit; true the first time on that day. */
  noteLimit(accountId: number, day: number): boolean;
  forgetBefore(day: number): void;
}
