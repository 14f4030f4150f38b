import type { CallAnswer } from "@weir/protocol/manage/calls";
import { describeProblem } from "@weir/rule-engine/chain-problem";
import { printable } from "./output.ts";

/** What is wrong with a draft, or worth knowing of it. */
export type DraftProblem = CallAnswer<"validateChain">["problems"][number];

export function problemToText(problem: DraftProblem): string {
  const { severity, node: nodeId } = problem;
  return printable(`${severity}: ${describeProblem({ ...problem, nodeId })}`);
}
