/** What is wrong with a chain, or worth knowing: an error keeps it from being published, a warning does not. */
export interface ChainProblem {
  readonly severity: "error" | "warning";
  readonly code: ChainProblemCode;
  /** Where it is, null where it is the chain as a whole. */
  readonly nodeId: string | null;
  readonly field: string | null;
  /** Continues the name of the node, except where `namesItsNode` says that it is a sentence of its own. */
  readonly message: string;
}

/** What programs decide on. All errors are one to them: the chain cannot run as it is. */
export type ChainProblemCode =
  | "invalid"
  | "no_save_reachable"
  | "unsaved_readings"
  | "alarm_never_cleared"
  | "example_address"
  | "missing_secret"
  | "no_mail_server";

export function describeProblem({ code, nodeId, field, message }: ChainProblem): string {
  if (nodeId === null || namesItsNode(code)) return message;
  return field === null ? `Node "${nodeId}": ${message}` : `Node "${nodeId}", ${field}: ${message}`;
}

/** Whether messages of this code name the node themselves, so that its name must not be put before them. */
export function namesItsNode(code: ChainProblemCode): boolean {
  return code === "unsaved_readings";
}
