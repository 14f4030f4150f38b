/**
 * Counts the mails that each account has sent on a day (days since 1970, UTC). The counts lie beside the outbox, so
 * that a restart does not reset them.
 *
 * Promises: `take` never lets an account exceed `max`, however many deliverers call it at once.
 */
export interface MailCounts {
  sent(accountId: number, day: number): Promise<number>;
  /** Counts these mails unless the account would exceed `max`. Resolves to whether they were counted. */
  take(accountId: number, day: number, mails: number, max: number): Promise<boolean>;
  /** Takes back mails that were counted but not sent. */
  giveBack(accountId: number, day: number, mails: number): Promise<void>;
  /** Records that the account has reached its limit. Resolves to true the first time on that day. */
  noteLimit(accountId: number, day: number): Promise<boolean>;
  forgetBefore(day: number): Promise<void>;
}
