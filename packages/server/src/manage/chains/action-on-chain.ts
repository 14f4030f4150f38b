import type { AuditedAction } from "../../control/audit/audited-action.ts";
import type { FoundChain } from "../../control/chains/chain-records.ts";

/** The chain for the audit log. Never with a definition, because addresses and headers in it may contain secrets. */
export function actionOnChain(
  action: string,
  { accountId, uuid }: FoundChain,
  values: Pick<AuditedAction, "before" | "after">,
): AuditedAction {
  return { accountId, action, subjectKind: "chain", subject: uuid, ...values };
}
