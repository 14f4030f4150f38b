import type { AuditedAction } from "../../control/audit/audited-action.ts";
import { confirmAudit, withdrawAudit, writeUnconfirmed } from "../../control/audit/write-audit.ts";
import type { Control } from "../../control/control.ts";

/** The result of the action, if the answer says more than was known before. Null: nothing was changed. */
export type AnsweredAction = Partial<
  Pick<AuditedAction, "accountId" | "subject" | "before" | "after">
> | null;

/**
 * For changes outside control.db, which cannot share a transaction with the audit log. Mostly the processor makes them
 * in its own database, and a test reading goes to the queue; below, "processor" stands for both. The entry is durable
 * and marked as unconfirmed before the processor is asked. The answer completes the entry, or withdraws it if nothing
 * was changed. Without an answer (a crash, a restart, a timeout) the entry stays and says truthfully that the change
 * was requested and may have been made. There is never a change without an entry.
 */
export async function askAudited<T>(
  control: Control,
  action: AuditedAction,
  ask: () => Promise<T>,
  answered: (answer: T) => AnsweredAction,
): Promise<T> {
  const id = await writeUnconfirmed(control, action);
  const answer = await ask();
  const became = answered(answer);
  if (became === null) await withdrawAudit(control, id);
  else await confirmAudit(control, id, { ...action, ...became });
  return answer;
}
