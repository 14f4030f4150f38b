import { isAtLeast, meetsNeed, type Role } from "@weir/protocol/manage/access";
import { bodyBytesMaxOf, type Route } from "@weir/protocol/manage/route";
import { fail } from "@weir/protocol/result";
import { actingAs } from "../control/actor.ts";
import { withinAccount } from "../control/control.ts";
import { tenantOfShareLink } from "../manage/boards/sharing/shared-board.ts";
import { accountOwner, type ChainWork } from "../manage/chains/work/chain-work.ts";
import { workOfCaller } from "../manage/chains/work/work-of-caller.ts";
import type { Refusal } from "../manage/manage-error.ts";
import { giveWayIfLong } from "../platform/give-way.ts";
import { reasonOf } from "../platform/log.ts";
import type { Payer } from "../platform/shared-room.ts";
import type { AccessControl } from "./access-control.ts";
import {
  noSuchAccount,
  noSuchRoute,
  notForKeys,
  notSignedIn,
  operatorNeeded,
  otherMethods,
  personNeeded,
  roleNeeded,
  scopeNeeded,
} from "./access-problems.ts";
import {
  type ApiAnswer,
  type Declined,
  emptyAnswer,
  jsonAnswer,
  type ProblemDetails,
  problemAnswer,
} from "./api-answer.ts";
import type { AccountAccess, ApiContext, ApiParts, Caller } from "./api-context.ts";
import type { ApiRequest, ApiRequestHead } from "./api-request.ts";
import { actorOf } from "./audit.ts";
import { callerName } from "./caller-name.ts";
import { guardedStream } from "./guarded-stream.ts";
import type { Handler, HandlersOf, Outcome } from "./handler.ts";
import { hideReadings } from "./hide-readings.ts";
import { givesLeadingField } from "./leads-readings.ts";
import { manageProblem } from "./manage-problem.ts";
import { RouteTable } from "./match-route.ts";
import { passingProblem } from "./passing-problem.ts";
import { readInput } from "./read-input.ts";
import { refuseForNow } from "./refuse-for-now.ts";
import { refusePlainHttp } from "./refuse-plain-http.ts";
import { foreignPage, isFromOwnPage } from "./same-origin.ts";
import { bodyInTurns } from "./turns/body-in-turns.ts";
import { requestOwner } from "./turns/request-owner.ts";
import { unknownReference } from "./unknown-reference.ts";

/** Checks a request by its head. A refusal is answered without receiving the body. */
export type ManagementApi = (head: ApiRequestHead) => Promise<ApiAnswer | AdmittedRequest>;

/** A request that its caller may make. Its body says what is wanted. */
interface AdmittedRequest {
  readonly bodyBytesMax: number;
  /** Nobody is signed in, so the caller is only known by address. */
  readonly isAnonymous: boolean;
  /** The keys that what the request takes is counted under: its caller or share link, and its account. */
  readonly payers: readonly Payer[];
  answer(body: Uint8Array): Promise<ApiAnswer>;
  /** Does something for the request in a turn of its owner. */
  readonly inTurn: InTurn;
}

export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** How long a body may take to arrive before the caller's access is checked again. */
const admittedMs = 1000;

/**
 * The path of a management request, in this order: route and method, caller, origin, rights; then, with the body, its
 * form and the handler, in a turn of its owner (`turns/`). The first check that fails answers.
 */
export function createManagementApi<Routes extends Readonly<Record<string, Route>>>(
  routes: Routes,
  handlers: HandlersOf<Routes>,
  access: AccessControl,
  parts: ApiParts,
): ManagementApi {
  const table = new RouteTable<keyof Routes & string>(routes);

  return (head) =>
    withoutFaults(head, async () => {
      const admission = await admit(head);
      if (!admission.ok) return problemAnswer(admission.error);
      const overLimit = await refuseChain(head, admission);
      if (overLimit !== null) return problemAnswer(manageProblem(overLimit.error));
      return {
        bodyBytesMax: bodyBytesMaxOf(admission.route),
        isAnonymous: admission.caller === null,
        payers: payersOf(admission, head),
        answer: (body) => withoutFaults(head, () => answerInTurn({ ...head, body }, admission)),
        inTurn: (work) => {
          const owner = ownerOf(head, admission);
          return owner === null ? work() : parts.turns.take(owner, work, true);
        },
      };
    });

  async function withoutFaults<Result>(
    { id }: ApiRequestHead,
    work: () => Promise<Result>,
  ): Promise<Result | ApiAnswer> {
    try {
      return await work();
    } catch (error) {
      const passing = passingProblem(error);
      if (passing !== null) return problemAnswer(passing);
      parts.log.error("a management request failed", { request: id, reason: reasonOf(error) });
      const detail = `Something went wrong on the server. Its log has details under request ${id}.`;
      return problemAnswer({ status: 500, code: "server_error", detail });
    }
  }

  async function admit(head: ApiRequestHead): Promise<Admission> {
    const [path, queryText = ""] = split(head.target);
    const match = table.match(head.method, path);
    if (match.kind === "none") return fail(noSuchRoute);
    if (match.kind === "other methods") return fail(otherMethods(match.methods));
    const route: Route = routes[match.name]!;

    const overPlainHttp = refusePlainHttp(route, head, parts.plainHttp);
    if (overPlainHttp !== null) return fail(overPlainHttp);
    // A share link is all that its routes look at, so that a page shows the same to everybody.
    const caller = route.access === "link" ? null : await access.identify(head);
    const problem = refuseCaller(route, caller, head);
    if (problem !== null) return fail(problem);
    const { account: accountUuid } = match.params;
    let account: AccountAccess | null = null;
    if (accountUuid !== undefined) {
      account = await access.accessTo(caller!, accountUuid);
      if (account === null) return fail(noSuchAccount);
      if (!isAtLeast(account.role, route.access as Role)) return fail(roleNeeded(route.access as Role));
    }
    const first = refuseForNow(route, caller, account, parts.control.nowUs());
    if (first !== null) return fail(first);
    const sharingTenantId = route.access === "link" ? await tenantOfShareLink(parts.control, head) : null;
    const { name, params } = match;
    const atMs = parts.clock.nowMs();
    return { ok: true, atMs, name, route, params, queryText, caller, account, sharingTenantId };
  }

  /**
   * Checked before the body is received, so that an account that has used its share takes no more time by sending
   * chains.
   */
  async function refuseChain(
    head: ApiRequestHead,
    { route, account, caller }: Admitted,
  ): Promise<Refusal | null> {
    if (route.takesChain === undefined || account === null) return null;
    // No more than this is received, whatever length is claimed.
    const bytesMax = bodyBytesMaxOf(route);
    const bytes = Math.min(Number(head.headers.get("content-length") ?? bytesMax), bytesMax);
    return chainWorkOf(caller, account).admit(accountOwner(account.id), bytes);
  }

  function chainWorkOf(caller: Caller | null, account: AccountAccess | null): ChainWork {
    const { chainWork } = parts.control;
    const tenantId = account?.tenantId ?? null;
    return caller === null ? chainWork : workOfCaller(chainWork, callerName(caller), tenantId);
  }

  /** Live streams are checked by their hub, also while nothing happens. */
  function guarded(answer: ApiAnswer, isStillAllowed: () => Promise<boolean>): ApiAnswer {
    const { body } = answer;
    if (typeof body === "string" || body.isEndless || body.shared !== undefined) return answer;
    return { ...answer, body: guardedStream(body, { nowMs: () => parts.clock.nowMs(), isStillAllowed }) };
  }

  async function answerInTurn(request: ApiRequest, admission: Admitted): Promise<ApiAnswer> {
    const owner = ownerOf(request, admission);
    if (owner === null) return answer(request, admission);
    const begun = await parts.turns.answer(owner, request.body.length, () => answer(request, admission));
    if ("refused" in begun) return problemAnswer(begun.refused);
    return { ...begun.answer, body: bodyInTurns(begun.answer.body, parts.turns, owner) };
  }

  async function answer(request: ApiRequest, admission: Admitted): Promise<ApiAnswer> {
    // A caller who has just lost access must not keep it by finishing a request that began earlier.
    const isRecent = parts.clock.nowMs() - admission.atMs <= admittedMs;
    const admitted = isRecent ? admission : await admit(request);
    if (!admitted.ok) return problemAnswer(admitted.error);
    const { name, route, params, queryText, caller, account } = admitted;

    const read = readInput(route, request, params, new URLSearchParams(queryText));
    if (!read.ok) return problemAnswer(read.error);
    if (!mayReadValues(caller) && givesLeadingField(route.body, read.value.body)) {
      return problemAnswer(scopeNeeded("readings:read"));
    }
    const ownStore = { ...parts.control, chainWork: chainWorkOf(caller, account) };
    const actingStore = actingAs(ownStore, actorOf(caller, request));
    const control = account === null ? actingStore : withinAccount(actingStore, account.id);
    const authoriseAgain = async () => {
      const again = await admit(request);
      return again.ok ? again : null;
    };
    const context: ApiContext = {
      ...{ ...parts, control, allAccounts: actingStore, request, caller, account, authoriseAgain },
    };
    const handler = handlers[name] as unknown as Handler<Route>;
    const outcome = await handler(context as never, read.value);
    await giveWayIfLong();
    const rendered = render({ route, caller, input: read.value }, outcome);
    return guarded(rendered, async () => (await authoriseAgain()) !== null);
  }
}

type Admission = Admitted | Declined;

/** The route that the head of a request asks for, and its caller. */
interface Admitted {
  readonly ok: true;
  readonly atMs: number;
  readonly name: string;
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
  readonly queryText: string;
  readonly caller: Caller | null;
  readonly account: AccountAccess | null;
  /** The tenant whose board a share link shows. */
  readonly sharingTenantId: number | null;
}

function ownerOf({ source }: ApiRequestHead, { caller, account, sharingTenantId }: Admitted) {
  return requestOwner({ caller, account, sharingTenantId, source });
}

function payersOf({ route, caller, account }: Admitted, { headers }: ApiRequestHead): Payer[] {
  // The token of a share link is a secret, so it is not kept as a key.
  if (route.access === "link")
    return [{ key: `link ${Bun.hash(headers.get("authorization") ?? "")}`, part: 4 }];
  // The operator's own commands are not limited.
  if (caller === null || caller.kind === "operator") return [];
  const own = { key: callerName(caller), part: 4 };
  return account === null ? [own] : [own, { key: `tenant ${account.tenantId}`, part: 2 }];
}

/** Null if the request may continue to the checks of account and role. */
function refuseCaller(route: Route, caller: Caller | null, head: ApiRequestHead): ProblemDetails | null {
  const isPublic = route.access === "public" || route.access === "link";
  if (caller?.kind === "operator") {
    // Routes that keys may call without an account need no particular caller.
    return route.access === "signed-in" && route.scope === null ? personNeeded : null;
  }
  if (caller?.kind === "key" && !isPublic) {
    if (route.scope === null) return notForKeys;
    return meetsNeed(route.scope, caller.scopes) ? null : scopeNeeded(route.scope);
  }
  if (caller === null && !isPublic) return notSignedIn;
  if (route.access === "operator") return operatorNeeded;
  // Applies to public routes, too: a page of another site must not sign its visitor in as somebody else or accept an
  // invitation for them.
  const isReading = head.method === "GET" || head.method === "HEAD";
  const mayComeFromAnywhere = isReading || caller?.kind === "key";
  return mayComeFromAnywhere || isFromOwnPage(head) ? null : foreignPage;
}

interface Answered {
  readonly route: Route;
  readonly caller: Caller | null;
  readonly input: { readonly query?: unknown; readonly body?: unknown };
}

function render({ route, caller, input }: Answered, outcome: Outcome<Route>): ApiAnswer {
  if (!outcome.ok) {
    const { error } = outcome;
    const problem = "status" in error ? error : manageProblem(error);
    const { path } = route;
    return problemAnswer(unknownReference(problem, { path, query: input.query, body: input.body }));
  }
  if ("answer" in outcome) return outcome.answer;
  const headers: Record<string, string> = outcome.etag === undefined ? {} : { ETag: `"${outcome.etag}"` };
  if (route.status === 204) return emptyAnswer(headers);
  return jsonAnswer(
    route.status,
    mayReadValues(caller) ? outcome.value : hidden(route, outcome.value),
    headers,
  );
}

/** Members of any role may read values. */
function mayReadValues(caller: Caller | null): boolean {
  return caller?.kind !== "key" || caller.scopes.includes("readings:read");
}

function hidden({ answer }: Route, value: unknown): unknown {
  return answer === null || "stream" in answer ? value : hideReadings(answer, value);
}

function split(target: string): [path: string, query?: string] {
  const mark = target.indexOf("?");
  return mark < 0 ? [target] : [target.slice(0, mark), target.slice(mark + 1)];
}
