import type { passwordStrengthRoutes } from "@weir/protocol/manage/password-strength-routes";
import { fail } from "@weir/protocol/result";
import { sourceKey } from "../../platform/address.ts";
import { mayCarrySession } from "../../web/cookies.ts";
import { tooManyRequests } from "../../web/too-many-requests.ts";
import type { ApiContext } from "../core/api-context.ts";
import type { HandlersOf } from "../core/handler.ts";
import { succeed } from "../core/manage-error.ts";
import { judgePassword, tooBusy } from "./password.ts";
import { type PasswordHolder, passwordHolder } from "./password-holder.ts";
import { httpsNeeded } from "./session-problem.ts";

export const passwordStrengthHandlers: HandlersOf<typeof passwordStrengthRoutes> = {
  async checkPassword(context, { body }) {
    const { clock, limits, request } = context;
    if (!mayCarrySession(request)) return fail(httpsNeeded);
    const nowMs = clock.nowMs();
    const budget = await limits.passwordChecksBySource.take(sourceKey(request.source), nowMs);
    if (!budget.ok) return tooManyRequests(budget, nowMs);
    const { password, email, name, account_name: accountName } = body;
    const given = { email, name, accountNames: accountName === undefined ? [] : [accountName] };
    const judged = await judgePassword(password, await holderOf(context, given));
    if (judged === null) return tooBusy();
    const { score, objection } = judged;
    return succeed({ score, accepted: objection === null, advice: objection });
  },
};

async function holderOf({ caller, control }: ApiContext, given: PasswordHolder): Promise<PasswordHolder> {
  if (caller?.kind !== "user") return given;
  const known = await passwordHolder(control.db, caller.userId);
  const accountNames = [...(known.accountNames ?? []), ...(given.accountNames ?? [])];
  return { email: known.email ?? given.email, name: known.name ?? given.name, accountNames };
}
