import type { ControlStore } from "../../control/control-store.ts";
import type { ProblemDetails } from "../../web/api-answer.ts";
import type { ApiContext } from "../../web/api-context.ts";
import { callingUser } from "../../web/calling-user.ts";
import { notifyPerson } from "./notify-person.ts";
import { type FieldNames, peopleProblem } from "./people-problem.ts";
import type { PeopleResult } from "./people-result.ts";
import { tooManyTries } from "./session-problem.ts";

/** A stolen session must not be a way to guess the password either. */
export async function tryPassword<T>(
  context: ApiContext,
  work: (control: ControlStore) => Promise<PeopleResult<T>>,
  fields: FieldNames = {},
): Promise<{ ok: true; value: T } | { ok: false; problem: ProblemDetails }> {
  const { clock, control, request, throttle } = context;
  const { email } = callingUser(context);
  const begun = throttle.begin({
    email,
    source: request.source,
    isKnownSource: true,
    nowMs: clock.nowMs(),
  });
  if (!begun.ok) return { ok: false, problem: tooManyTries(begun.retryAfterMs) };
  const result = await work(control);
  if (result.ok) {
    begun.attempt.giveBack();
    return result;
  }
  const isWrong = result.error.code === "wrong_password" || result.error.code === "wrong_code";
  if (!isWrong) begun.attempt.giveBack();
  if (result.error.isNewLock)
    notifyPerson(context, callingUser(context).userId, { kind: "second factor locked" });
  return { ok: false, problem: peopleProblem(result, fields) };
}
