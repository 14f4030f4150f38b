import { userInfo } from "node:os";
import { appendAudit } from "../manage/audit-log.ts";
import type { ControlStore } from "../manage/control-store.ts";

export interface OperatorAction {
  readonly action: string;
  /** E-mail of the person it was done to. */
  readonly subject: string;
  readonly accountId?: number;
  readonly after?: unknown;
}

/** Notes what the operator did about a person, in the name of the system user who ran the command. */
export async function auditOperator(
  store: ControlStore,
  { action, subject, accountId, after }: OperatorAction,
): Promise<void> {
  await appendAudit(store, {
    accountId: accountId ?? null,
    actorKind: "operator",
    actor: operatorName(),
    action,
    subjectKind: "user",
    subject,
    source: "command line",
    requestId: "",
    after,
  });
}

/** A container may run as a user that has no name. */
function operatorName(): string {
  try {
    return userInfo().username;
  } catch {
    return "operator";
  }
}
