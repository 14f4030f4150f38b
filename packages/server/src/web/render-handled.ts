import type { Route } from "@weir/protocol/manage/route";
import { type ApiAnswer, emptyAnswer, jsonAnswer, type ProblemDetails, problemAnswer } from "./api-answer.ts";
import type { Caller } from "./caller.ts";
import { hideReadings } from "./hide-readings.ts";
import type { Handled } from "./subjects.ts";
import { unknownReference } from "./unknown-reference.ts";

/** A request that was handled. */
interface Answered {
  readonly route: Route;
  readonly caller: Caller | null;
  readonly input: { readonly query?: unknown; readonly body?: unknown };
}

/** Writes what became of a request as the answer of its route. Values are left out for callers that may not read them. */
export function renderHandled<Refused extends object>(
  outcome: Handled<Refused>,
  { route, caller, input }: Answered,
  problemOf: (refused: Refused) => ProblemDetails,
): ApiAnswer {
  if (!outcome.ok) {
    const { error } = outcome;
    const problem = "status" in error ? error : problemOf(error);
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
export function mayReadValues(caller: Caller | null): boolean {
  return caller?.kind !== "key" || caller.scopes.includes("readings:read");
}

function hidden({ answer }: Route, value: unknown): unknown {
  return answer === null || "stream" in answer ? value : hideReadings(answer, value);
}
