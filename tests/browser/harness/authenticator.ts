import { stepAt, totpCode } from "../../../packages/server/src/manage/people/totp.ts";
import { decodeBase32 } from "../../../packages/server/src/web/testing/test-base32.ts";

/**
 * What an authenticator app shows for a secret in this step, or in the next, which is good already: a code is taken once
 * only. The step before is never asked for, because it may be over by the time its code arrives.
 */
export function authenticatorCode(secret: string, step: "this" | "next" = "this"): string {
  return totpCode(decodeBase32(secret), stepAt(Date.now()) + (step === "next" ? 1 : 0));
}
