import { stepAt, totpCode } from "../../../packages/server/src/manage/people/totp.ts";
import { decodeBase32 } from "../../../packages/server/src/web/testing/test-base32.ts";

/**
 * The code that an authenticator app shows for a secret in this step or in the next one, which is already valid. Each
 * code is accepted only once. The step before is never used, because it may be over by the time its code arrives.
 */
export function authenticatorCode(secret: string, step: "this" | "next" = "this"): string {
  return totpCode(decodeBase32(secret), stepAt(Date.now()) + (step === "next" ? 1 : 0));
}
