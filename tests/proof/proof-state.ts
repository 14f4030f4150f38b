import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { BrokenLaw } from "../crash/broken-promises.ts";
import { addCounts, type FaultKind, type LawCounts, type Round } from "./fault-kind.ts";

export interface Failure {
  readonly seed: number;
  readonly at: string;
  readonly broken: readonly BrokenLaw[];
  /** Why the round did not come to its end; null if it did. */
  readonly error: string | null;
}

export interface KindState {
  nextSeed: number;
  done: number;
  rounds: number;
  seconds: number;
  checked: LawCounts;
  /** The first ones. */
  failures: Failure[];
  failed: number;
  /** Why it could not be tried when it was its turn last. */
  whyNot: string | null;
  /** What of it could not be tried. */
  leftOut: string | null;
}

export interface ControlState {
  readonly law: string;
  readonly caughtWith: number | null;
  readonly runs: number;
  readonly at: string;
  readonly whyNot: string | null;
}

/** All that a proof has done so far, in one or several runs. */
export interface ProofState {
  readonly begunAt: string;
  readonly firstSeed: number;
  /** The versions of the code that it was run with. */
  commits: string[];
  seconds: number;
  kinds: Record<string, KindState>;
  controls: Record<string, ControlState>;
}

const failuresKept = 20;

export function newState(firstSeed: number): ProofState {
  const begunAt = new Date().toISOString();
  return { begunAt, firstSeed, commits: [], seconds: 0, kinds: {}, controls: {} };
}

export function readState(path: string): ProofState | null {
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as ProofState) : null;
}

/** Replaces the file at once, so that a run that is ended at any moment can be continued. */
export function writeState(path: string, state: ProofState): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.new`, JSON.stringify(state, null, 2));
  renameSync(`${path}.new`, path);
}

/** Moves the state of an earlier proof aside, and returns where to. */
export function putAside(path: string, { begunAt }: ProofState): string {
  const aside = join(dirname(path), `state-${begunAt.replaceAll(":", "")}.json`);
  renameSync(path, aside);
  return aside;
}

export function kindState({ kinds, firstSeed }: ProofState, { name }: FaultKind): KindState {
  kinds[name] ??= {
    nextSeed: firstSeed,
    done: 0,
    rounds: 0,
    seconds: 0,
    checked: {},
    failures: [],
    failed: 0,
    whyNot: null,
    leftOut: null,
  };
  return kinds[name];
}

/** Adds a round, or the error with which it ended. */
export function note(kind: KindState, seed: number, round: Round | Error): Failure | null {
  kind.nextSeed = seed + 1;
  kind.rounds++;
  const error = round instanceof Error ? round.message : null;
  const broken = round instanceof Error ? [] : round.broken;
  if (!(round instanceof Error)) {
    kind.done += round.done;
    kind.checked = addCounts(kind.checked, round.checked);
  }
  if (error === null && broken.length === 0) return null;
  const failure = { seed, at: new Date().toISOString(), broken, error };
  kind.failed++;
  if (kind.failures.length < failuresKept) kind.failures.push(failure);
  return failure;
}
