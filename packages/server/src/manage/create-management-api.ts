import type { Route } from "@weir/protocol/manage/route";
import { bodyBytesMaxOf } from "@weir/protocol/manage/route";
import { actingAs } from "../control/actor.ts";
import { withinAccount } from "../control/control.ts";
import type { AccessControl } from "../web/access-control.ts";
import { actorOf } from "../web/actor-of.ts";
import { callerName } from "../web/caller-name.ts";
import { createApi, type ManagementApi } from "../web/management-api.ts";
import type { Authorised } from "../web/subjects.ts";
import { tenantOfShareLink } from "./boards/sharing/shared-board.ts";
import { accountOwner, type ChainWork } from "./chains/work/chain-work.ts";
import { workOfCaller } from "./chains/work/work-of-caller.ts";
import type { ApiContext, ApiParts } from "./core/api-context.ts";
import type { Handler, HandlersOf } from "./core/handler.ts";
import type { ManageError } from "./core/manage-error.ts";
import { manageProblem } from "./core/manage-problem.ts";

/** The management API: these handlers behind the framework (`web/`). A handler gets control data that acts for its caller. */
export function createManagementApi<Routes extends Readonly<Record<string, Route>>>(
  routes: Routes,
  handlers: HandlersOf<Routes>,
  access: AccessControl,
  parts: ApiParts,
): ManagementApi {
  return createApi<Routes, ManageError>(
    routes,
    {
      handle(name, admitted, input) {
        const { request, caller, account } = admitted;
        const ownStore = { ...parts.control, chainWork: chainWorkOf(admitted) };
        const allAccounts = actingAs(ownStore, actorOf(caller, request));
        const control = account === null ? allAccounts : withinAccount(allAccounts, account.id);
        const context: ApiContext = { ...parts, ...admitted, control, allAccounts };
        const handler = handlers[name] as unknown as Handler<Route>;
        return handler(context as never, input as never);
      },
      problemOf: (error) => manageProblem(error),
      async refuseBody(route, head, from) {
        const { account } = from;
        if (route.takesChain === undefined || account === null) return null;
        // No more than this is received, whatever length is claimed.
        const bytesMax = bodyBytesMaxOf(route);
        const bytes = Math.min(Number(head.headers.get("content-length") ?? bytesMax), bytesMax);
        return chainWorkOf(from).admit(accountOwner(account.id), bytes);
      },
      tenantOfLink: (head) => tenantOfShareLink(parts.control, head),
    },
    access,
    parts,
  );

  function chainWorkOf({ caller, account }: Authorised): ChainWork {
    const { chainWork } = parts.control;
    const tenantId = account?.tenantId ?? null;
    return caller === null ? chainWork : workOfCaller(chainWork, callerName(caller), tenantId);
  }
}
