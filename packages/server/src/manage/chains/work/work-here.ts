import type { ChainReading } from "@weir/rule-engine/chain-reading";
import { loadExpressions } from "@weir/rule-engine/load-expressions";
import type { Result } from "../../core/manage-error.ts";
import { type ChainWork, noPages } from "./chain-work.ts";
import type { ChainOrder } from "./do-chain-work.ts";

const unwatched = { isTimeUp: () => false };

/**
 * Does the work in the calling thread, however long that takes, for any number of callers. For commands, whose only
 * user waits for it.
 */
export const workHere: ChainWork = {
  admit: async () => null,
  facts: async (_owner, definition) => work({ kind: "facts", definition }),
  checkExpression: async (_owner, question) => work({ kind: "expression", ...question }),
  rehearse: async (_owner, trial, readings) => work({ kind: "rehearse", trial, readings }),
  compare: async (_owner, trial, { pages, readingsMax }) =>
    work({ kind: "compare", trial, readingsMax }, pages),
  tryAlertRule: async (_owner, order, pages) => work({ kind: "alert rule", ...order }, pages),
  useOf: () => ({ atOnce: 0, spentS: 0 }),
  close: () => undefined,
};

async function work<T>(
  order: ChainOrder,
  pages: AsyncIterable<readonly ChainReading[]> = noPages(),
): Promise<Result<T>> {
  // Most commands and processes never work on chains, and need not load the rule engine.
  const { doChainWork } = await import("./do-chain-work.ts");
  await loadExpressions();
  const steps = doChainWork(order, unwatched);
  const reader = pages[Symbol.asyncIterator]();
  for (let step = steps.next(null); ; ) {
    if (step.done) return step.value as Result<T>;
    const page = await reader.next();
    step = steps.next(page.done ? null : page.value);
  }
}
