/** What an account uses of what is limited. Null where it is not counted, or cannot be told at the moment. */
export interface AccountUsage {
  readonly devices: number;
  readonly sensors: number;
  readonly auditEntries: number;
  readonly quarantined: number;
  /** Sent by rule chains on the present day (UTC). */
  readonly mailsToday: number;
  /** Accepted and not settled. */
  readonly queueBytes: number | null;
  /** Readings that repeats are recognised by. */
  readonly identities: number | null;
  readonly traces: number | null;
  readonly storedReadings: number | null;
  /** Percent of the last seconds that its readings took to process. */
  readonly processedPercent: number | null;
  readonly streams: number | null;
  /** Checks, dry runs and replays of chains that wait or are being done. */
  readonly chainChecks: number | null;
  /** What they took within the present minute. */
  readonly chainCheckS: number | null;
}

/** What all accounts use together. */
export interface SharedUsage {
  readonly queueBytes: number;
  readonly parkedBytes: number;
  readonly identities: number;
}
