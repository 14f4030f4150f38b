import { type BrokenLaw, brokenLaws, type Evidence, type Law } from "../crash/broken-promises.ts";

export type LawCounts = Partial<Record<Law, number>>;

/** The result of one round. */
export interface Round {
  /** How many faults happened. */
  readonly done: number;
  /** How often each law was checked. */
  readonly checked: LawCounts;
  readonly broken: readonly BrokenLaw[];
}

/** One kind of fault. Its rounds make the same choices when they get the same seed, although moments may differ. */
export interface FaultKind {
  readonly name: string;
  /** What happens, in one sentence, for the report. */
  readonly does: string;
  /** What is counted. */
  readonly unit: string;
  /** How many of them a complete proof has. */
  readonly target: number;
  /** How much of the time it gets, compared with other kinds. */
  readonly share: number;
  /** Why it cannot be tried on this machine; null if it can. */
  whyNot?(): Promise<string | null> | string | null;
  /** What of it cannot be tried on this machine, for the report; null if all of it can. */
  leftOut?(): Promise<string | null>;
  round(seed: number): Promise<Round>;
  /** Ends what several rounds share. */
  end?(): Promise<void>;
}

/** The round that this evidence makes, one for each installation that was looked at. */
export function judge(done: number, ...evidence: readonly Evidence[]): Round {
  return addRounds({ done, checked: {}, broken: [] }, ...evidence.map(judgeOne));
}

function judgeOne(evidence: Evidence): Round {
  const { ledger, rows, revoked } = evidence;
  return {
    done: 0,
    checked: {
      "acknowledged is stored": ledger.acknowledgedCount,
      "stored once": rows.length,
      "stored was sent": rows.length,
      '"duplicate" only for what is stored': ledger.duplicateCount,
      ...(revoked === undefined ? {} : { "revoked is refused": revoked.refused + revoked.accepted.length }),
    },
    broken: brokenLaws(evidence),
  };
}

export function addRounds(...rounds: readonly Round[]): Round {
  return {
    done: rounds.reduce((sum, { done }) => sum + done, 0),
    checked: rounds.reduce<LawCounts>((sum, { checked }) => addCounts(sum, checked), {}),
    broken: rounds.flatMap(({ broken }) => broken),
  };
}

export function addCounts(one: LawCounts, other: LawCounts): LawCounts {
  const sum: Record<string, number> = { ...one };
  for (const [law, count] of Object.entries(other)) sum[law] = (sum[law] ?? 0) + count;
  return sum;
}
