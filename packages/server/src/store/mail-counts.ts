/**
 * How many mails each account has sent on a day: days since 1970, in UTC. Kept beside the outbox, so that a restart does
 * not begin anew.
 *
 * Promises: `take` never lets an account have more than `max`, however many deliverers take at once.
 */
export interface MailCounts {
  sent(accountId: number, day: number): Promise<number>;
  /** Counts more of them, unless there would be more than `max`; resolves to whether they were counted. */
  take(accountId: number, day: number, mails: number, max: number): Promise<boolean>;
  /** Counts some fewer, which were not sent after all. */
  giveBack(accountId: number, day: number, mails: number): Promise<void>;
  /** Notes that the account has reached its limit; true the first time on that day. */
  noteLimit(accountId: number, day: number): Promise<boolean>;
  forgetBefore(day: number): Promise<void>;
}
