import { appendAudit, type NewAuditEntry } from "../manage/audit-log.ts";
import type { ApiContext, Caller } from "./api-context.ts";

/** What was done, without who, where from and in which account: the context knows that. */
export interface AuditedAction {
  /** `device.update`. */
  readonly action: string;
  /** `device`. */
  readonly subjectKind: string;
  /** A UUID or a name. */
  readonly subject: string;
  /** Plain JSON of what it was and what it became. Never a secret. */
  readonly before?: unknown;
  readonly after?: unknown;
}

/**
 * Writes down what a request did, to be called when it is done. Where a route learns only on the way who calls, or which
 * account it is about (a sign-in, an invitation), give it the context with `caller` or `account` filled in.
 */
export async function audit(context: ApiContext, done: AuditedAction): Promise<void> {
  const { account, caller, control, request } = context;
  await appendAudit(control, {
    ...actorOf(caller),
    ...done,
    accountId: account?.id ?? null,
    source: request.source,
    requestId: request.id,
  });
}

function actorOf(caller: Caller | null): Pick<NewAuditEntry, "actorKind" | "actor"> {
  if (caller === null) return { actorKind: "nobody", actor: "" };
  if (caller.kind === "key") return { actorKind: "key", actor: caller.name };
  return { actorKind: "user", actor: caller.email };
}
