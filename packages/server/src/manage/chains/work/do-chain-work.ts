import type { ChainDefinition } from "@weir/rule-engine/chain";
import type { ChainReading } from "@weir/rule-engine/chain-reading";
import { loadedExpressions } from "@weir/rule-engine/load-expressions";
import { validateChain } from "@weir/rule-engine/validate-chain";
import { type Result, succeed } from "../../core/manage-error.ts";
import { factsWith } from "../chain-facts.ts";
import {
  compareWithPublished,
  rehearseReadings,
  type Trial,
  type TrialLimits,
} from "../trial/chain-trial.ts";
import type { ExpressionQuestion, ExpressionVerdict } from "./chain-work.ts";
import { type AlertTrialOrder, tryAlertRule } from "./try-alert-rule.ts";

/** A piece of work as plain data, which can be sent to a thread. */
export type ChainOrder =
  | { readonly kind: "facts"; readonly definition: ChainDefinition }
  | ({ readonly kind: "expression" } & ExpressionQuestion)
  | { readonly kind: "rehearse"; readonly trial: Trial; readonly readings: readonly ChainReading[] }
  | { readonly kind: "compare"; readonly trial: Trial; readonly readingsMax: number }
  | ({ readonly kind: "alert rule" } & AlertTrialOrder);

/** Work that asks for a page of readings each time it yields; null means that there are no more. */
export type ChainWorkSteps = Generator<void, Result<unknown>, readonly ChainReading[] | null>;

/** The caller has loaded expressions, because any chain may contain one. */
export function* doChainWork(order: ChainOrder, limits: TrialLimits): ChainWorkSteps {
  switch (order.kind) {
    case "facts":
      return succeed(factsWith(order.definition, validateChain(order.definition, limits.onNode)));
    case "expression":
      return succeed(checkExpression(order));
    case "rehearse":
      return rehearseReadings(order.trial, order.readings, limits);
    case "compare":
      return yield* compareWithPublished(order.trial, { ...limits, readingsMax: order.readingsMax });
    case "alert rule":
      return yield* tryAlertRule(order, limits);
  }
}

function checkExpression({ text, result }: ExpressionQuestion): ExpressionVerdict {
  const checked = loadedExpressions().compileExpression(text, result);
  return checked.ok ? { ok: true } : { ok: false, problem: checked.problem, at: checked.at };
}
