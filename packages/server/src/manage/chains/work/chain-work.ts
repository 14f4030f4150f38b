import type { ChainDefinition } from "@weir/rule-engine/chain";
import type { ChainReading } from "@weir/rule-engine/chain-reading";
import type { ResultKind } from "@weir/rule-engine/expression/result-value";
import type { RehearsedReading } from "@weir/rule-engine/rehearsal";
import type { Refusal, Result } from "../../manage-error.ts";
import type { ChainFacts } from "../chain-facts.ts";
import type { Trial, TrialComparison } from "../trial/chain-trial.ts";

/**
 * All work on chains that can take long: it compiles, validates or runs what anybody may have written.
 *
 * It promises an answer after a fixed time: work that takes longer is refused with `check_deadline`, which names the node.
 * Owners get turns, so that one who asks for a lot does not keep others waiting for more than one piece of work. One who asks
 * for more than the limits allow waits, or is refused with `check_limit` where that would take long, and everybody is refused with
 * `too_busy` where too much waits altogether. Nothing is promised about the order of one owner's pieces of work.
 */
export interface ChainWork {
  /**
   * Waits until the owner may have a chain of this size read; the refusal where it may not. Asked before the chain is received,
   * because reading one takes as long as checking it.
   */
  admit(owner: WorkOwner, chainBytes: number): Promise<Refusal | null>;
  facts(owner: WorkOwner, definition: ChainDefinition): Promise<Result<ChainFacts>>;
  checkExpression(owner: WorkOwner, question: ExpressionQuestion): Promise<Result<ExpressionVerdict>>;
  /** Where time is up, the runs are fewer than the readings. */
  rehearse(
    owner: WorkOwner,
    trial: Trial,
    readings: readonly ChainReading[],
  ): Promise<Result<readonly RehearsedReading[]>>;
  compare(owner: WorkOwner, trial: Trial, readings: TrialReadings): Promise<Result<TrialComparison>>;
  /** How much of its limits an account uses now. */
  useOf(accountId: number): ChainWorkUse;
  close(): void;
}

/** On whose behalf work is done. */
export interface WorkOwner {
  readonly name: string;
  /** Who of those who act for the owner asks: each has a line of its own. Empty where nobody has to be told apart. */
  readonly caller: string;
  /** What was published before has to be looked at for lists; no limit may make a list fail. */
  readonly isLimited: boolean;
}

export interface ExpressionQuestion {
  readonly text: string;
  readonly result: ResultKind;
}

export type ExpressionVerdict =
  | { readonly ok: true }
  | { readonly ok: false; readonly problem: string; readonly at: number };

interface TrialReadings {
  /** Read one at a time, as they are needed. */
  readonly pages: AsyncIterable<readonly ChainReading[]>;
  readonly readingsMax: number;
}

/** For work that reads nothing. */
export async function* noPages(): AsyncGenerator<never> {}

export interface ChainWorkUse {
  /** Pieces of work that wait or are being done. */
  readonly atOnce: number;
  /** Within the present minute. */
  readonly spentS: number;
}

export function accountOwner(accountId: number): WorkOwner {
  return { name: `account ${accountId}`, caller: "", isLimited: true };
}

/** For what is published already. It has turns of its own, so that a list does not wait for a dry run. */
export function publishedOwner(accountId: number): WorkOwner {
  return { name: `published by account ${accountId}`, caller: "", isLimited: false };
}
