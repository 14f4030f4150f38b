/** A question to the strength thread. */
export interface StrengthQuestion {
  /** As it will be hashed, at most 200 characters. */
  readonly password: string;
  /** Words that people who know the person would try first: their name, address and accounts. */
  readonly known: readonly string[];
}

export interface StrengthVerdict {
  /** 0 to 4; passwords from 3 on are accepted. */
  readonly score: 0 | 1 | 2 | 3 | 4;
  readonly isStrong: boolean;
  /** Why it is weak and how to improve it, as sentences. */
  readonly advice: readonly string[];
}
