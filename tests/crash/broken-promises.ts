import type { ShownCounts } from "../harness/server-on-folder.ts";
import type { Ledger, StoredRow } from "./ledger.ts";

/** What every proof checks, whatever the fault. `docs/proof.md` lists these texts. */
export const laws = [
  "acknowledged is stored",
  "stored once",
  "stored was sent",
  '"duplicate" only for what is stored',
  "revoked is refused",
  "a message is settled once",
  "every answer is one of the contract",
] as const;
export type Law = (typeof laws)[number];

export interface BrokenLaw {
  readonly law: Law;
  readonly text: string;
}

/** What devices sent and were told, and what the server has at the end, when everything is settled. */
export interface Evidence {
  readonly ledger: Ledger;
  readonly rows: readonly StoredRow[];
  /** Answers that no device should ever get. */
  readonly problems: readonly string[];
  readonly status: ShownCounts;
  readonly revoked?: RevokedUses;
  /** Whether the memory of duplicates was made to forget, so that a repeat may be accepted and then found in the store. */
  readonly mayForget?: boolean;
}

/** Uses of tokens that had been replaced. */
export interface RevokedUses {
  readonly refused: number;
  /** In words. */
  readonly accepted: readonly string[];
}

/** The broken laws, a few cases of each at most; empty if every law was kept. */
export function brokenLaws(evidence: Evidence): BrokenLaw[] {
  const { ledger, problems, rows, status, revoked, mayForget = false } = evidence;
  const findings = ledger.compare(rows);
  const broken = [
    ...some("acknowledged is stored", "acknowledged but not stored", findings.lost),
    ...some(
      '"duplicate" only for what is stored',
      "called duplicate but not stored",
      findings.falseDuplicates,
    ),
    ...some("stored once", "stored twice", findings.storedTwice),
    ...some("stored was sent", "altered", findings.altered),
    ...some("stored was sent", "stored but never sent", findings.neverSent),
    ...some("revoked is refused", "a replaced token was accepted", revoked?.accepted ?? []),
    ...some("every answer is one of the contract", "answered wrongly", problems),
  ];
  // Every reading has its own value, so one that was accepted twice shows as more accepted than stored, and one that was
  // settled twice as a gap below 0.
  const { accepted, saved, alreadyStored, ended, dead, gap } = status;
  const stored = saved + (mayForget ? alreadyStored : 0);
  if (accepted !== stored || saved !== rows.length || ended + dead !== 0 || gap !== 0) {
    const counts = JSON.stringify({ accepted, saved, alreadyStored, ended, dead, gap });
    broken.push({ law: "stored once", text: `counts: ${rows.length} rows, but ${counts}` });
  }
  return broken;
}

/** The broken laws in words only. `further` are those that the evidence does not show. */
export function brokenPromises(evidence: Evidence, further: readonly BrokenLaw[] = []): string[] {
  return [...brokenLaws(evidence), ...further].map(({ text }) => text);
}

/** The result of kills at points. */
export interface KillFindings {
  readonly evidence: Evidence;
  /** Broken laws that the evidence does not show. */
  readonly further: readonly BrokenLaw[];
  /** How many messages were looked at. */
  readonly messages?: number;
}

const namedMax = 5;

function some(law: Law, what: string, found: readonly string[]): BrokenLaw[] {
  if (found.length === 0) return [];
  return [{ law, text: `${what}, ${found.length} of them: ${found.slice(0, namedMax).join("; ")}` }];
}
