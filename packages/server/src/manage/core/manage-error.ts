import type { ProblemCode } from "@weir/protocol/manage/problem-codes";
import { type Result as AnyResult, type Failure, fail, succeed } from "@weir/protocol/result";
import type { ChainProblem } from "@weir/rule-engine/chain-problem";
import type { ReachedLimit } from "../../platform/reached-limit.ts";

/**
 * The answer of an operation that could not be done, for a reason that the caller can act on. Callers decide on `code`;
 * `message` is for people and may change. Faults (a full disk, a damaged file) are thrown.
 */
export interface ManageError {
  readonly code: ProblemCode;
  readonly message: string;
  /** The field at fault, if the code does not say it. */
  readonly field?: string;
  /** For a refused chain: its problems, node by node. */
  readonly problems?: readonly ChainProblem[];
  /** The limit that was reached. */
  readonly limit?: ReachedLimit;
  /** When to try again. */
  readonly retryAfterS?: number;
  /** Whether this wrong code has locked the second factor. */
  readonly isNewLock?: true;
  /** For a part of an import with a wrong offset: the right one. */
  readonly uploadOffset?: number;
}

/** The result of an operation of management. */
export type Result<T> = AnyResult<T, ManageError>;
export type Refusal = Failure<ManageError>;

export function refuse(code: ProblemCode, message: string): Refusal {
  return fail({ code, message });
}

/** For a field that is valid only by itself, not together with the others. */
export function refuseField(field: string, message: string): Refusal {
  return fail({ code: "not_valid", message, field });
}

export { succeed };
