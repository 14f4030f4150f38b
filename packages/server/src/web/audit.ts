import { type Actor, actingAs } from "../control/actor.ts";
import type { AuditedAction } from "../control/audit/audited-action.ts";
import { recordAction } from "../control/audit/write-audit.ts";
import type { ApiContext, Caller } from "./api-context.ts";
import type { ApiRequest } from "./api-request.ts";

/**
 * Writes down what a request did, to be called when it is done. Where a route learns only on the way who calls, or which
 * account it is about (a sign-in, an invitation), give it the context with `caller` or `account` filled in.
 */
export async function audit(context: ApiContext, done: Omit<AuditedAction, "accountId">): Promise<void> {
  const { account, caller, control, request } = context;
  await recordAction(actingAs(control, actorOf(caller, request)), {
    ...done,
    accountId: account?.id ?? null,
  });
}

/** In whose name a request changes control data. */
export function actorOf(caller: Caller | null, { source, id: requestId }: ApiRequest): Actor {
  if (caller === null) return { kind: "nobody", name: "", source, requestId };
  const name = caller.kind === "user" ? caller.email : caller.name;
  return { kind: caller.kind, name, source, requestId };
}
