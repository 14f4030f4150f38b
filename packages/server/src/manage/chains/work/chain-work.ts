import type { ChainDefinition } from "@weir/rule-engine/chain";
import type { ChainReading } from "@weir/rule-engine/chain-reading";
import type { ResultKind } from "@weir/rule-engine/expression/result-value";
import type { RehearsedReading } from "@weir/rule-engine/rehearsal";
import type { TurnOwner } from "../../../web/turns/work-turns.ts";
import type { Refusal, Result } from "../../core/manage-error.ts";
import type { ChainFacts } from "../chain-facts.ts";
import type { Trial, TrialComparison } from "../trial/chain-trial.ts";
import type { AlertTrialOrder, TriedAlertRule } from "./try-alert-rule.ts";

/**
 * All work on chains and alert rules that can take long: compiling, validating or running what anybody may have written.
 *
 * Promises an answer after a fixed time: work that uses more CPU time than the deadline is refused with `check_deadline`,
 * which names the node, and work that gets no CPU for long with `too_busy`.
 * Owners get turns, so that one with a lot of work delays others by at most one piece of work. An owner that asks for
 * more than the limits allow waits, or is refused with `check_limit` if that would take long. Everybody is refused with
 * `too_busy` if too much is waiting in total. The order of one owner's work is not promised.
 */
export interface ChainWork {
  /**
   * Waits until the owner may have a chain of this size read, or returns the refusal. Called before the chain is
   * received, because reading one takes as long as checking it.
   */
  admit(owner: WorkOwner, chainBytes: number): Promise<Refusal | null>;
  facts(owner: WorkOwner, definition: ChainDefinition): Promise<Result<ChainFacts>>;
  checkExpression(owner: WorkOwner, question: ExpressionQuestion): Promise<Result<ExpressionVerdict>>;
  /** If time is up, there are fewer runs than readings. */
  rehearse(
    owner: WorkOwner,
    trial: Trial,
    readings: readonly ChainReading[],
  ): Promise<Result<readonly RehearsedReading[]>>;
  compare(owner: WorkOwner, trial: Trial, readings: TrialReadings): Promise<Result<TrialComparison>>;
  /** Tries an alert rule on stored readings. If time is up, the rest is left out. */
  tryAlertRule(
    owner: WorkOwner,
    order: AlertTrialOrder,
    pages: AsyncIterable<readonly ChainReading[]>,
  ): Promise<Result<TriedAlertRule>>;
  /** How much of their limits an account and all that count with it use now. */
  useOf(tenantId: number): ChainWorkUse;
  close(): void;
}

export interface WorkOwner extends TurnOwner {
  /** Published chains have to be checked for lists, and no limit may make a list fail. */
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
  /** Read one at a time, as needed. */
  readonly pages: AsyncIterable<readonly ChainReading[]>;
  readonly readingsMax: number;
}

/** For work that reads nothing. */
export async function* noPages(): AsyncGenerator<never> {}

export interface ChainWorkUse {
  /** Pieces of work that wait or are running. */
  readonly atOnce: number;
  /** Within the current minute. */
  readonly spentS: number;
}

export function accountOwner(accountId: number): WorkOwner {
  return { name: `account ${accountId}`, caller: "", isLimited: true };
}

/** For published chains. This work has its own turns, so that a list does not wait for a dry run. */
export function publishedOwner(accountId: number): WorkOwner {
  return { name: `published by account ${accountId}`, caller: "", isLimited: false };
}
