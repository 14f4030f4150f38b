import { isAtLeast, meetsNeed, type Role } from "@weir/protocol/manage/access";
import { bodyBytesMaxOf, type Route } from "@weir/protocol/manage/route";
import { fail } from "@weir/protocol/result";
import type { Clock } from "../platform/clock.ts";
import { giveWayIfLong } from "../platform/give-way.ts";
import { type Log, reasonOf } from "../platform/log.ts";
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
import { type ApiAnswer, type Declined, type ProblemDetails, problemAnswer } from "./api-answer.ts";
import type { ApiRequest, ApiRequestHead } from "./api-request.ts";
import type { AccountAccess, Caller } from "./caller.ts";
import { callerName } from "./caller-name.ts";
import { guardedStream } from "./guarded-stream.ts";
import { givesLeadingField } from "./leads-readings.ts";
import { RouteTable } from "./match-route.ts";
import { passingProblem } from "./passing-problem.ts";
import { readInput } from "./read-input.ts";
import { refuseForNow } from "./refuse-for-now.ts";
import { type PlainHttp, refusePlainHttp } from "./refuse-plain-http.ts";
import { mayReadValues, renderHandled } from "./render-handled.ts";
import { foreignPage, isFromOwnPage } from "./same-origin.ts";
import type { Subjects } from "./subjects.ts";
import { bodyInTurns } from "./turns/body-in-turns.ts";
import { requestOwner } from "./turns/request-owner.ts";
import type { RequestTurns } from "./turns/request-turns.ts";

/** Checks a request by its head. A refusal is answered without receiving the body. */
export type ManagementApi = (head: ApiRequestHead) => Promise<ApiAnswer | AwaitedRequest>;

/** A request that its caller may make. Its body says what is wanted. */
interface AwaitedRequest {
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

interface FrameworkParts {
  readonly control: { nowUs(): number };
  readonly turns: RequestTurns;
  readonly clock: Clock;
  readonly log: Log;
  /** Whether secrets are accepted over plain HTTP from other machines. */
  readonly plainHttp: PlainHttp;
}

/**
 * The path of a management request, in this order: route and method, caller, origin, rights; then, with the body, its
 * form and the handler, in a turn of its owner (`turns/`). The first check that fails answers.
 */
export function createApi<Routes extends Readonly<Record<string, Route>>, Refused extends object>(
  routes: Routes,
  subjects: Subjects<Refused>,
  access: AccessControl,
  parts: FrameworkParts,
): ManagementApi {
  const table = new RouteTable<keyof Routes & string>(routes);

  return (head) =>
    withoutFaults(head, async () => {
      const admission = await admit(head);
      if (!admission.ok) return problemAnswer(admission.error);
      const refused = await subjects.refuseBody(admission.route, head, admission);
      if (refused !== null) return problemAnswer(subjects.problemOf(refused.error));
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
    const sharingTenantId = route.access === "link" ? await subjects.tenantOfLink(head) : null;
    const { name, params } = match;
    const atMs = parts.clock.nowMs();
    return { ok: true, atMs, name, route, params, queryText, caller, account, sharingTenantId };
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
    const authoriseAgain = async () => {
      const again = await admit(request);
      return again.ok ? again : null;
    };
    const outcome = await subjects.handle(name, { request, caller, account, authoriseAgain }, read.value);
    await giveWayIfLong();
    const rendered = renderHandled(outcome, { route, caller, input: read.value }, subjects.problemOf);
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

function split(target: string): [path: string, query?: string] {
  const mark = target.indexOf("?");
  return mark < 0 ? [target] : [target.slice(0, mark), target.slice(mark + 1)];
}
