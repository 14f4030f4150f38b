import type { ChainProblem } from "./chain-problem.ts";

export const noSaveWarning: ChainProblem = {
  severity: "warning",
  code: "no_save_reachable",
  nodeId: null,
  field: null,
  message: "No save step is reachable: devices get successful responses, but nothing is stored.",
};
