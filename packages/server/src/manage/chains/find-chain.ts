import type { AuditedAction } from "../../control/audit/audited-action.ts";
import { chainByUuid, chainsByName, type FoundChain } from "../../control/chains/chain-records.ts";
import type { ControlData, ControlReader } from "../../control/control.ts";
import { type Result, refuse, succeed } from "../manage-error.ts";

/** For the audit log. Never with a definition: addresses and headers in it may hold what is better not copied. */
export function actionOnChain(
  action: string,
  { accountId, uuid }: FoundChain,
  values: Pick<AuditedAction, "before" | "after">,
): AuditedAction {
  return { accountId, action, subjectKind: "chain", subject: uuid, ...values };
}

/**
 * By UUID or by name; a UUID is looked for first, so a chain named like another's UUID cannot stand in its way. Every
 * function that takes a chain goes through here, which is what keeps accounts apart: within an account, a chain of
 * another one is as unknown as one that never was. `db` may be a transaction.
 */
export async function findChain(
  { accountId }: Pick<ControlReader, "accountId">,
  db: ControlData,
  selector: string,
): Promise<Result<FoundChain>> {
  const chains = { db, accountId };
  const byUuid = await chainByUuid(chains, selector);
  if (byUuid) return succeed(byUuid);
  const [byName, another] = await chainsByName(chains, selector);
  if (another) {
    return refuse(
      "ambiguous_chain",
      `Several accounts have a chain "${selector}". Give the account, or the UUID of the chain.`,
    );
  }
  return byName ? succeed(byName) : refuse("unknown_chain", `There is no chain "${selector}".`);
}
