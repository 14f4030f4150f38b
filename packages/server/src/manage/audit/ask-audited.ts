import type { AuditedAction } from "../../control/audit/audited-action.ts";
import { confirmAudit, withdrawAudit, writeUnconfirmed } from "../../control/audit/write-audit.ts";
import type { Control } from "../../control/control.ts";

/** What has become of the action, where the answer says more than was known before. Null: nothing was changed. */
export type AnsweredAction = Partial<
  Pick<AuditedAction, "accountId" | "subject" | "before" | "after">
> | null;

/**
 * For changes outside control.db, which cannot share a transaction with the audit log: mostly the processor makes them in its
 * own database, and a test reading goes to the queue. What follows says "processor" for whoever makes the change. The
 * entry is durable, and marked as unconfirmed, before the processor is asked. Its answer completes the entry, or
 * withdraws it where nothing was changed. Without an answer (a crash, a restart, a timeout) the entry stays as it is, which says
 * truthfully that the change was asked for and may have been made. There is never a change without an entry.
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
