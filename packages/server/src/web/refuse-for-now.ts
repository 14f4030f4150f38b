import { proofAgeMaxMinutes } from "@weir/protocol/manage/proof-age";
import type { Route } from "@weir/protocol/manage/route";
import type { ProblemDetails } from "./api-answer.ts";
import type { AccountAccess, Caller } from "./caller.ts";
import { proofAgeMaxUs } from "./proof-age-max.ts";

/**
 * Why a caller with access has to do something else first; null if they need not. API keys are never asked, because
 * their scopes decide.
 */
export function refuseForNow(
  route: Route,
  caller: Caller | null,
  account: AccountAccess | null,
  nowUs: number,
): ProblemDetails | null {
  if (caller?.kind !== "user") return null;
  if (account?.needsSecondFactor === true) return secondFactorNeeded;
  return route.proof === true && nowUs - caller.provedAt > proofAgeMaxUs ? proofNeeded : null;
}

const secondFactorNeeded: ProblemDetails = {
  status: 403,
  code: "second_factor_needed",
  detail: "This account requires two-step sign-in. Set it up to continue.",
};

const proofNeeded: ProblemDetails = {
  status: 403,
  code: "proof_needed",
  detail:
    `This requires a password or code entered within the last ${proofAgeMaxMinutes} minutes. ` +
    "Send one to /session/proof and repeat the request.",
};
