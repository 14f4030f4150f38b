import type { ProblemCode, ProblemSeverity } from "@weir/protocol/closed-sets";

/** A problem of a chain: an error prevents publishing, a warning does not. */
export interface ChainProblem {
  readonly severity: ProblemSeverity;
  readonly code: ProblemCode;
  /** The node with the problem; null if it concerns the chain as a whole. */
  readonly nodeId: string | null;
  readonly field: string | null;
  /** Continues the name of the node, unless `namesItsNode` says that it is a sentence of its own. */
  readonly message: string;
}

export function describeProblem({ code, nodeId, field, message }: ChainProblem): string {
  if (nodeId === null || namesItsNode(code)) return message;
  return field === null ? `Node "${nodeId}": ${message}` : `Node "${nodeId}", ${field}: ${message}`;
}

/** Returns whether messages of this code name the node themselves, so that its name must not be put before them. */
export function namesItsNode(code: ProblemCode): boolean {
  return code === "unsaved_readings";
}
