export const verdicts = { fresh: 0, duplicate: 1, pendingDuplicate: 2 } as const;
export type Verdict = (typeof verdicts)[keyof typeof verdicts];

export interface IdentityWindows {
  /** How long a reading with a timestamp is recognised. */
  readonly replayMs: number;
  /** How long the same value without a timestamp is suppressed. */
  readonly duplicateMs: number;
}
