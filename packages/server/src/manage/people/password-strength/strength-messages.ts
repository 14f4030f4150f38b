/** What the strength thread is asked. */
export interface StrengthQuestion {
  /** As it will be hashed, at most 200 characters. */
  readonly password: string;
  /** Words that whoever knows the person tries first: their name, address and accounts. */
  readonly known: readonly string[];
}

export interface StrengthVerdict {
  /** 0 to 4; passwords from 3 on are accepted. */
  readonly score: 0 | 1 | 2 | 3 | 4;
  readonly isStrong: boolean;
  /** What is weak about it and what would make it better, as sentences. */
  readonly advice: readonly string[];
}
