/** How much an account uses of each limit. Null if it is not counted, or unknown at the moment. */
export interface AccountUsage {
  readonly devices: number;
  readonly sensors: number;
  readonly controlBytes: number;
  readonly auditEntries: number;
  readonly quarantined: number;
  /** Mails that rule chains sent today (UTC). */
  readonly mailsToday: number;
  /** Accepted but not settled. */
  readonly queueBytes: number | null;
  /** Readings that are remembered to recognise repeats. */
  readonly identities: number | null;
  readonly traces: number | null;
  readonly storedReadings: number | null;
  /** The share of the last seconds, in percent, that its readings took to process. */
  readonly processedPercent: number | null;
  readonly streams: number | null;
  /** Checks, dry runs and replays of chains that wait or are running. */
  readonly chainChecks: number | null;
  /** The time they took in the current minute. */
  readonly chainCheckS: number | null;
}

/** The usage of all accounts together. */
export interface SharedUsage {
  readonly queueBytes: number | null;
  readonly parkedBytes: number;
  readonly identities: number | null;
}
