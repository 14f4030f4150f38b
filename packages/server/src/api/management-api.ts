import { isAtLeast, type Role } from "@weir/protocol/manage/access";
import type { Route } from "@weir/protocol/manage/route";
import { withinAccount } from "../manage/control-store.ts";
import { reasonOf } from "../platform/log.ts";
import type { AccessControl } from "./access-control.ts";
import { type ApiAnswer, emptyAnswer, jsonAnswer, type ProblemDetails, problemAnswer } from "./api-answer.ts";
import type { AccountAccess, ApiContext, ApiParts, Caller } from "./api-context.ts";
import type { ApiRequest } from "./api-request.ts";
import type { Handler, HandlersOf, Outcome } from "./handler.ts";
import { manageProblem } from "./manage-problem.ts";
import { RouteTable } from "./match-route.ts";
import { readInput } from "./read-input.ts";
import { foreignPage, isFromOwnPage } from "./same-origin.ts";

export type ManagementApi = (request: ApiRequest) => Promise<ApiAnswer>;

/**
 * The path of a management request, in this order: route and method, who calls, where from, what they may, whether the
 * request is well-formed, and then the handler. The first that fails answers.
 */
export function createManagementApi<Routes extends Readonly<Record<string, Route>>>(
  routes: Routes,
  handlers: HandlersOf<Routes>,
  access: AccessControl,
  parts: ApiParts,
): ManagementApi {
  const table = new RouteTable<keyof Routes & string>(routes);

  return async (request) => {
    try {
      return await answer(request);
    } catch (error) {
      parts.log.error("a management request failed", { request: request.id, reason: reasonOf(error) });
      const detail = `Something went wrong on the server. Its log has more under request ${request.id}.`;
      return problemAnswer({ status: 500, code: "server_error", detail });
    }
  };

  async function answer(request: ApiRequest): Promise<ApiAnswer> {
    const [path, queryText = ""] = split(request.target);
    const match = table.match(request.method, path);
    if (match.kind === "none") return problemAnswer(noSuchRoute);
    if (match.kind === "other methods") return problemAnswer(otherMethods(match.methods));
    const route: Route = routes[match.name]!;

    const caller = await access.identify(request);
    const refused = refuseCaller(route, caller, request);
    if (refused !== null) return problemAnswer(refused);
    const { account: accountUuid } = match.params;
    let account: AccountAccess | null = null;
    if (accountUuid !== undefined) {
      account = await access.accessTo(caller!, accountUuid);
      if (account === null) return problemAnswer(noSuchAccount);
      if (!isAtLeast(account.role, route.access as Role))
        return problemAnswer(roleNeeded(route.access as Role));
    }

    const read = readInput(route, request, match.params, new URLSearchParams(queryText));
    if (!read.ok) return problemAnswer(read.problem);
    const control = account === null ? parts.control : withinAccount(parts.control, account.id);
    const context: ApiContext = { ...parts, control, request, caller, account };
    const handler = handlers[match.name] as unknown as Handler<Route>;
    return render(route, await handler(context as never, read.input));
  }
}

/** Null where the caller may go on to what the account and its roles say. */
function refuseCaller(route: Route, caller: Caller | null, request: ApiRequest): ProblemDetails | null {
  const isPublic = route.access === "public";
  if (caller?.kind === "key" && !isPublic) {
    if (route.scope === null) return notForKeys;
    return caller.scopes.includes(route.scope) ? null : scopeNeeded(route.scope);
  }
  if (caller === null && !isPublic) return notSignedIn;
  // Public ones too: a page of another site must not sign its visitor in as somebody else, nor have an invitation
  // accepted for them.
  const mayComeFromAnywhere = request.method === "GET" || caller?.kind === "key";
  return mayComeFromAnywhere || isFromOwnPage(request) ? null : foreignPage;
}

function render(route: Route, outcome: Outcome<Route>): ApiAnswer {
  if (!outcome.ok) {
    return problemAnswer("problem" in outcome ? outcome.problem : manageProblem(outcome.error));
  }
  if ("answer" in outcome) return outcome.answer;
  const headers: Record<string, string> = outcome.etag === undefined ? {} : { ETag: `"${outcome.etag}"` };
  return route.status === 204 ? emptyAnswer(headers) : jsonAnswer(route.status, outcome.value, headers);
}

function split(target: string): [path: string, query?: string] {
  const mark = target.indexOf("?");
  return mark < 0 ? [target] : [target.slice(0, mark), target.slice(mark + 1)];
}

const noSuchRoute: ProblemDetails = {
  status: 404,
  code: "not_found",
  detail: "There is no such path in the management API. /docs lists them all.",
};
const noSuchAccount: ProblemDetails = {
  status: 404,
  code: "unknown_account",
  detail: "There is no such account, or you are not a member of it.",
};
const notSignedIn: ProblemDetails = {
  status: 401,
  code: "not_signed_in",
  detail: "Sign in, or send an API key as Authorization: Bearer wak_….",
  headers: { "WWW-Authenticate": "Bearer" },
};
const notForKeys: ProblemDetails = {
  status: 403,
  code: "not_for_keys",
  detail: "API keys may not do this; a person has to sign in.",
};

function otherMethods(methods: readonly string[]): ProblemDetails {
  const allowed = [...new Set(methods)].sort().join(", ");
  const detail = `This path takes ${allowed}.`;
  return { status: 405, code: "method_not_allowed", detail, headers: { Allow: allowed } };
}

function scopeNeeded(scope: string): ProblemDetails {
  return { status: 403, code: "scope_needed", detail: `The API key lacks the scope ${scope}.` };
}

function roleNeeded(role: Role): ProblemDetails {
  const detail = `This takes the role ${role}. Ask an owner of the account.`;
  return { status: 403, code: "role_needed", detail };
}
