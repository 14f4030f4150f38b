import type { ControlTransaction } from "../commit-change.ts";
import type { ControlStore } from "../control-store.ts";
import { openToken, sealToken } from "../token.ts";
import type { TokenKey } from "../token-key.ts";
import { takeRecoveryCode } from "./recovery-codes.ts";
import { matchStep } from "./totp.ts";
import type { UserRow } from "./users.ts";

/** What a person gives beside the password: a code of the authenticator, or one of the recovery codes. */
export interface SecondFactor {
  readonly totp?: string | undefined;
  readonly recoveryCode?: string | undefined;
}

export type SecondFactorOutcome = "not needed" | "right" | "missing" | "wrong";

/** Whether the second factor fits. One that does is used up; so call it when everything else was right. */
export async function takeSecondFactor(
  { key, nowUs }: ControlStore,
  tx: ControlTransaction,
  user: UserRow,
  { totp, recoveryCode }: SecondFactor,
): Promise<SecondFactorOutcome> {
  if (user.totp_confirmed_at === null) return "not needed";
  if (totp !== undefined)
    return (await takeTotpCode(tx, user, { code: totp, key, nowUs: nowUs() })) ? "right" : "wrong";
  if (recoveryCode === undefined) return "missing";
  return (await takeRecoveryCode(tx, user.id, recoveryCode, nowUs())) ? "right" : "wrong";
}

/** Also for a seed that is not in force yet. */
export async function takeTotpCode(
  tx: ControlTransaction,
  user: UserRow,
  { code, key, nowUs }: { readonly code: string; readonly key: TokenKey; readonly nowUs: number },
): Promise<boolean> {
  const seed = user.totp_sealed === null ? null : openSeed(user.totp_sealed, user.uuid, key);
  if (seed === null) return false;
  const step = matchStep(seed, code.replace(/\s/g, ""), nowUs / 1000, user.totp_last_step);
  if (step === null) return false;
  const { numUpdatedRows } = await tx
    .updateTable("users")
    .set({ totp_last_step: step })
    .where("id", "=", user.id)
    .where("totp_last_step", "<", step)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Sealed like device tokens and with the same key, bound to the person. */
export function sealSeed(seed: Uint8Array, userUuid: string, key: TokenKey): Uint8Array {
  return sealToken(Buffer.from(seed).toString("base64url"), bindingOf(userUuid), key);
}

function openSeed(sealed: Uint8Array, userUuid: string, key: TokenKey): Uint8Array | null {
  const text = openToken(sealed, bindingOf(userUuid), key);
  return text === null ? null : Buffer.from(text, "base64url");
}

function bindingOf(userUuid: string): string {
  return `totp ${userUuid}`;
}
