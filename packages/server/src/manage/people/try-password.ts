import { type Result as AnyResult, fail } from "@weir/protocol/result";
import type { Control } from "../../control/control.ts";
import type { ProblemDetails } from "../../web/api-answer.ts";
import type { ApiContext } from "../core/api-context.ts";
import { callingUser } from "../core/calling-user.ts";
import type { Result } from "../core/manage-error.ts";
import { type FieldNames, manageProblem } from "../core/manage-problem.ts";
import { notifyPerson } from "./notify-person.ts";
import { tooManyTries } from "./session-problem.ts";

/** A stolen session must not be a way to guess the password. */
export async function tryPassword<T>(
  context: ApiContext,
  work: (control: Control) => Promise<Result<T>>,
  fields: FieldNames = {},
): Promise<AnyResult<T, ProblemDetails>> {
  const { clock, control, request, throttle } = context;
  const { email } = callingUser(context);
  const begun = await throttle.begin({
    email,
    source: request.source,
    isKnownSource: true,
    nowMs: clock.nowMs(),
  });
  if (!begun.ok) return fail(tooManyTries(begun.error.retryAfterMs));
  const result = await work(control);
  if (result.ok) {
    begun.value.giveBack();
    return result;
  }
  const isWrong = result.error.code === "wrong_password" || result.error.code === "wrong_code";
  if (!isWrong) begun.value.giveBack();
  if (result.error.isNewLock)
    notifyPerson(context, callingUser(context).userId, { kind: "second factor locked" });
  return fail(manageProblem(result.error, fields));
}
