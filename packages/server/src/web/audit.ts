import { type Actor, actingAs } from "../control/actor.ts";
import type { AuditedAction } from "../control/audit/audited-action.ts";
import { recordAction } from "../control/audit/write-audit.ts";
import type { ApiContext, Caller } from "./api-context.ts";
import type { ApiRequest } from "./api-request.ts";

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

/** The actor in whose name a request changes control data. */
export function actorOf(caller: Caller | null, { source, id: requestId }: ApiRequest): Actor {
  if (caller === null) return { kind: "nobody", name: "", source, requestId };
  const name = caller.kind === "user" ? caller.email : caller.name;
  return { kind: caller.kind, name, source, requestId };
}
