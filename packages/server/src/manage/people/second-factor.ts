import type { Control, ControlTransaction } from "../../control/control.ts";
import { useRecoveryCode } from "../../control/people/recovery-codes.ts";
import { type UserRow, updateUser, useTotpStep } from "../../control/people/users.ts";
import { openToken, sealToken } from "../../control/sealing/token.ts";
import type { TokenKey } from "../../control/sealing/token-key.ts";
import { type Refusal, refuse } from "../core/manage-error.ts";
import { hashRecoveryCode } from "./recovery-codes.ts";
import { matchStep } from "./totp.ts";

/** What a person enters besides the password: a code of the authenticator, or a recovery code. */
export interface SecondFactor {
  readonly totp?: string | undefined;
  readonly recoveryCode?: string | undefined;
}

export type SecondFactorOutcome =
  | "not needed"
  | "right"
  | "missing"
  | "wrong"
  /** Codes of the authenticator are refused. A recovery code is still accepted. */
  | "locked"
  /** Whether this wrong code was the last one. */
  | "locked now";

/**
 * This many wrong codes with the right password are no mistake of the person: somebody else knows the password and
 * guesses. The count is in control.db, so that no restart helps them. A right code, a recovery code, a password set by
 * a mailed link, and the operator reset it. The attacker has none of these.
 */
export const wrongCodesMax = 20;

/**
 * Checks the second factor. A right one is used up, and a wrong code is counted, so call it when everything else was
 * right, and commit whatever it returns.
 */
export async function takeSecondFactor(
  { key, nowUs }: Control,
  tx: ControlTransaction,
  user: UserRow,
  { totp, recoveryCode }: SecondFactor,
): Promise<SecondFactorOutcome> {
  if (user.totp_confirmed_at === null) return "not needed";
  if (recoveryCode !== undefined) {
    const given = { codeHash: hashRecoveryCode(recoveryCode), nowUs: nowUs() };
    if (!(await useRecoveryCode(tx, user.id, given))) return "wrong";
    await forgetWrongCodes(tx, user.id);
    return "right";
  }
  if (user.wrong_codes >= wrongCodesMax) return "locked";
  if (totp === undefined) return "missing";
  if (!(await takeTotpCode(tx, user, { code: totp, key, nowUs: nowUs() }))) return countWrongCode(tx, user);
  await forgetWrongCodes(tx, user.id);
  return "right";
}

async function countWrongCode(tx: ControlTransaction, user: UserRow): Promise<"wrong" | "locked now"> {
  const count = user.wrong_codes + 1;
  await updateUser(tx, user.id, { wrong_codes: count });
  return count < wrongCodesMax ? "wrong" : "locked now";
}

export async function forgetWrongCodes(tx: ControlTransaction, userId: number): Promise<void> {
  await updateUser(tx, userId, { wrong_codes: 0 });
}

/** `isNew` if this wrong code was the last one. */
export function factorLocked({ isNew }: { readonly isNew: boolean }): Refusal {
  const { error } = refuse(
    "second_factor_locked",
    "Too many wrong codes were entered. Use one of your recovery codes, or reset your password by email. If you can do neither, ask the operator of the server.",
  );
  return { ok: false, error: isNew ? { ...error, isNewLock: true } : error };
}

/** Also for a seed that is not active yet. */
export async function takeTotpCode(
  tx: ControlTransaction,
  user: UserRow,
  { code, key, nowUs }: { readonly code: string; readonly key: TokenKey; readonly nowUs: number },
): Promise<boolean> {
  const seed = user.totp_sealed === null ? null : openSeed(user.totp_sealed, user.uuid, key);
  if (seed === null) return false;
  const step = matchStep(seed, code.replace(/\s/g, ""), nowUs / 1000, user.totp_last_step);
  return step !== null && useTotpStep(tx, user.id, step);
}

/** Sealed like device tokens and with the same key, bound to the person. */
export function sealSeed(seed: Uint8Array, userUuid: string, key: TokenKey): Uint8Array {
  return sealToken(Buffer.from(seed).toString("base64url"), seedBinding(userUuid), key);
}

function openSeed(sealed: Uint8Array, userUuid: string, key: TokenKey): Uint8Array | null {
  const text = openToken(sealed, seedBinding(userUuid), key);
  return text === null ? null : Buffer.from(text, "base64url");
}

/** What a seed is sealed for. */
export function seedBinding(userUuid: string): string {
  return `totp ${userUuid}`;
}
