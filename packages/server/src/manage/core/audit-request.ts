import { actingAs } from "../../control/actor.ts";
import type { AuditedAction } from "../../control/audit/audited-action.ts";
import { recordAction } from "../../control/audit/write-audit.ts";
import { actorOf } from "../../web/actor-of.ts";
import type { ApiContext } from "./api-context.ts";

/**
 * Records what a request did. Call it when that is done. If a route learns only later who calls or which account it is
 * about (a sign-in, an invitation), pass the context with `caller` or `account` filled in.
 */
export async function audit(context: ApiContext, done: Omit<AuditedAction, "accountId">): Promise<void> {
  const { account, caller, control, request } = context;
  await recordAction(actingAs(control, actorOf(caller, request)), {
    ...done,
    accountId: account?.id ?? null,
  });
}
