import { nothingToAudit } from "../../control/audit/audited-action.ts";
import type { Control, ControlTransaction } from "../../control/control.ts";
import { deleteRecoveryCodes } from "../../control/people/recovery-codes.ts";
import type { OwnSession } from "../../control/people/sessions.ts";
import { findUserById, updateUser } from "../../control/people/users.ts";
import { type Refusal, type Result, refuse, succeed } from "../core/manage-error.ts";
import { encodeBase32 } from "./base32.ts";
import { commitPeople } from "./commit-people.ts";
import { ownAction } from "./own-action.ts";
import { fitsPassword, wrongPassword } from "./password.ts";
import { replaceRecoveryCodes } from "./recovery-codes.ts";
import {
  factorLocked,
  forgetWrongCodes,
  type SecondFactor,
  type SecondFactorOutcome,
  sealSeed,
  takeSecondFactor,
  takeTotpCode,
} from "./second-factor.ts";
import { type IssuedSession, renewSession } from "./sessions.ts";
import { generateSeed, otpauthUri } from "./totp.ts";

interface StartedTotp {
  readonly secret: string;
  readonly uri: string;
}

/** Creates a seed, which becomes active once a code of it was entered. Calling it again creates another. */
export async function startTotp(
  control: Control,
  userId: number,
  password: string,
): Promise<Result<StartedTotp>> {
  const refused = await refuseWrongPassword(control, userId, password);
  if (refused) return refused;
  const seed = generateSeed();
  return commitPeople(
    control,
    async (tx) => {
      const user = await findUserById(tx, userId);
      if (user === undefined) return unknownUser();
      if (user.totp_confirmed_at !== null) return alreadyOn();
      const sealed = sealSeed(seed, user.uuid, control.key);
      await updateUser(tx, userId, { totp_sealed: sealed, totp_last_step: 0 });
      return succeed({ secret: encodeBase32(seed), uri: otpauthUri(seed, user.email) });
    },
    () => [ownAction(control, "totp.start")],
  );
}

interface ConfirmedTotp {
  readonly recoveryCodes: readonly string[];
  readonly session: IssuedSession;
}

/**
 * Activates the seed and returns the recovery codes, which cannot be shown again. The session continues under a new
 * token, and all others end.
 */
export function confirmTotp(control: Control, own: OwnSession, code: string): Promise<Result<ConfirmedTotp>> {
  const { userId } = own;
  return commitPeople(
    control,
    async (tx) => {
      const user = await findUserById(tx, userId);
      if (user === undefined) return unknownUser();
      if (user.totp_confirmed_at !== null) return alreadyOn();
      if (user.totp_sealed === null) {
        return refuse("no_totp_started", "Start setting up two-step sign-in first.");
      }
      const nowUs = control.nowUs();
      if (!(await takeTotpCode(tx, user, { code, key: control.key, nowUs }))) return wrongCode();
      await updateUser(tx, userId, { totp_confirmed_at: nowUs });
      await forgetWrongCodes(tx, userId);
      const recoveryCodes = await replaceRecoveryCodes(tx, userId);
      return succeed({ recoveryCodes, session: await renewSession(tx, own, nowUs) });
    },
    () => [ownAction(control, "totp.enable")],
  );
}

/** How a person with one-time passwords proves that it is them. */
export interface BothFactors {
  readonly password: string;
  readonly factor: SecondFactor;
}

/** Returns new recovery codes, which cannot be shown again. The previous ones stop working. */
export function renewRecoveryCodes(
  control: Control,
  userId: number,
  given: BothFactors,
): Promise<Result<string[]>> {
  return withBothFactors(control, "totp.renew-recovery-codes", { userId, ...given }, (tx) =>
    replaceRecoveryCodes(tx, userId),
  );
}

/** The session continues under the returned token, and all others end. */
export function disableTotp(
  control: Control,
  own: OwnSession,
  given: BothFactors,
): Promise<Result<IssuedSession>> {
  const { userId } = own;
  return withBothFactors(control, "totp.disable", { userId, ...given }, async (tx) => {
    await updateUser(tx, userId, { totp_sealed: null, totp_confirmed_at: null });
    await deleteRecoveryCodes(tx, userId);
    return renewSession(tx, own, control.nowUs());
  });
}

async function withBothFactors<T>(
  control: Control,
  action: string,
  { userId, password, factor }: BothFactors & { readonly userId: number },
  work: (tx: ControlTransaction) => Promise<T>,
): Promise<Result<T>> {
  const refused = await refuseWrongPassword(control, userId, password);
  if (refused) return refused;
  const done = await commitPeople<WithFactor<T>>(
    control,
    async (tx) => {
      const user = await findUserById(tx, userId);
      if (user === undefined) return unknownUser();
      const outcome = await takeSecondFactor(control, tx, user, factor);
      // Committed all the same, because a wrong code counts.
      if (outcome !== "right") return succeed({ outcome });
      return succeed({ outcome, value: await work(tx) });
    },
    ({ outcome }) =>
      outcome === "right" ? [ownAction(control, action)] : nothingToAudit("a wrong code is only counted"),
  );
  if (!done.ok) return done;
  return done.value.outcome === "right" ? succeed(done.value.value) : refuseFactor(done.value.outcome);
}

type WithFactor<T> =
  | { readonly outcome: "right"; readonly value: T }
  | { readonly outcome: Exclude<SecondFactorOutcome, "right"> };

export function refuseFactor(outcome: Exclude<SecondFactorOutcome, "right">): Refusal {
  if (outcome === "not needed") return refuse("totp_off", "Two-step sign-in is off.");
  if (outcome === "locked" || outcome === "locked now")
    return factorLocked({ isNew: outcome === "locked now" });
  return wrongCode();
}

/** Asked of a signed-in person before actions that a stolen session must not allow. */
export async function refuseWrongPassword(
  { db }: Control,
  userId: number,
  password: string,
): Promise<Refusal | null> {
  const user = await findUserById(db, userId);
  if (await fitsPassword(password, user?.password_hash)) return null;
  return wrongPassword();
}

export function unknownUser(): Refusal {
  return refuse("unknown_user", "This person does not exist.");
}

function alreadyOn(): Refusal {
  return refuse("totp_already_on", "Two-step sign-in is already on. Turn it off first.");
}

function wrongCode(): Refusal {
  return refuse("wrong_code", "The code is wrong, has expired or was already used.");
}
