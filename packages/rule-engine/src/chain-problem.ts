import type { ProblemCode, ProblemSeverity } from "@weir/protocol/closed-sets";

/** What is wrong with a chain, or worth knowing: an error keeps it from being published, a warning does not. */
export interface ChainProblem {
  readonly severity: ProblemSeverity;
  readonly code: ProblemCode;
  /** Where it is, null where it is the chain as a whole. */
  readonly nodeId: string | null;
  readonly field: string | null;
  /** Continues the name of the node, except where `namesItsNode` says that it is a sentence of its own. */
  readonly message: string;
}

export function describeProblem({ code, nodeId, field, message }: ChainProblem): string {
  if (nodeId === null || namesItsNode(code)) return message;
  return field === null ? `Node "${nodeId}": ${message}` : `Node "${nodeId}", ${field}: ${message}`;
}

/** Whether messages of this code name the node themselves, so that its name must not be put before them. */
export function namesItsNode(code: ProblemCode): boolean {
  return code === "unsaved_readings";
}
