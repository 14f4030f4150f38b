/** Limits that are not kept in the control data, as members of accounts may know them. */
export interface ServerLimits {
  readonly processingShare: number;
  readonly quarantinedPerAccount: number;
  readonly tracesPerAccount: number;
  /** 0 if there is no limit. */
  readonly storedReadingsPerAccount: number;
  readonly mailsPerAccountPerDay: number;
  readonly streamsPerAccount: number;
  readonly chainChecksPerAccount: number;
  readonly chainCheckSPerMinute: number;
  readonly queueBytesPerAccount: number;
  readonly identitiesPerAccount: number;
  /** For all accounts together. */
  readonly queueBytesMax: number;
  readonly parkedBytes: number;
  readonly identitiesMax: number;
}
