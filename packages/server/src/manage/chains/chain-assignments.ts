import { chainLevels } from "@weir/protocol/closed-sets";
import { assignmentsOn, type ChainAssignment } from "../../control/chains/chain-assignments.ts";
import type { ControlReader } from "../../control/control.ts";
import { findChain } from "../core/find-chain.ts";
import { type Result, succeed } from "../core/manage-error.ts";

/** In listed order: the widest level first. */
export const assignmentLevels = chainLevels.toReversed();

/** Where the list continues. Ids never change, so nothing is missed or repeated while people assign and rename. */
type AssignmentPlace = Pick<ChainAssignment, "level" | "id">;

interface AssignmentPage {
  readonly assignments: readonly ChainAssignment[];
  /** Null if nothing follows. */
  readonly last: AssignmentPlace | null;
}

/** The assignments of a chain by level, each in the order of creation. */
export async function listChainAssignments(
  control: ControlReader,
  selector: string,
  { after, limit }: { readonly after: AssignmentPlace | null; readonly limit: number },
): Promise<Result<AssignmentPage>> {
  const chain = await findChain(control, control.db, selector);
  if (!chain.ok) return chain;
  const found: ChainAssignment[] = [];
  for (const level of assignmentLevels.slice(after === null ? 0 : assignmentLevels.indexOf(after.level))) {
    // One more than fits shows whether another page follows.
    const part = { afterId: after?.level === level ? after.id : 0, limit: limit + 1 - found.length };
    if (part.limit > 0) found.push(...(await assignmentsOn(control.db, chain.value.id, level, part)));
  }
  if (found.length <= limit) return succeed({ assignments: found, last: null });
  const assignments = found.slice(0, limit);
  const { level, id } = assignments.at(-1)!;
  return succeed({ assignments, last: { level, id } });
}
