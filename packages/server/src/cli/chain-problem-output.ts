import type { CallAnswer } from "@weir/protocol/manage/calls";
import { describeProblem } from "@weir/rule-engine/chain-problem";
import { printable } from "./output.ts";

/** A problem or a warning of a draft. */
export type DraftProblem = CallAnswer<"validateChain">["problems"][number];

export function problemToText(problem: DraftProblem): string {
  const { severity, node: nodeId } = problem;
  return printable(`${severity}: ${describeProblem({ ...problem, nodeId })}`);
}
