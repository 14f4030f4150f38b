import type { Success } from "@weir/protocol/result";
import { nothingToAudit } from "../../control/audit/audited-action.ts";
import type { Control } from "../../control/control.ts";
import { findUserByEmail, findUserById, type UserRow } from "../../control/people/users.ts";
import { succeed } from "../core/manage-error.ts";
import { commitPeople } from "./commit-people.ts";
import { isKnownSource } from "./known-sources.ts";
import { arrivalOf } from "./own-action.ts";
import { fitsPassword } from "./password.ts";
import { type SecondFactor, takeSecondFactor } from "./second-factor.ts";
import { createSession, endSession, type IssuedSession, type Origin } from "./sessions.ts";
import type { Attempt, SignInThrottle } from "./sign-in-throttle.ts";

interface SignIn {
  readonly email: string;
  readonly password: string;
  readonly factor: SecondFactor;
  readonly origin: Origin;
  /** The browser's previous session, which ends. */
  readonly former: { readonly userId: number; readonly sessionId: number } | null;
}

type SignInOutcome =
  | {
      readonly kind: "signed in";
      readonly userId: number;
      readonly email: string;
      readonly session: IssuedSession;
      /** Whether they have signed in from there within 30 days. */
      readonly isKnownSource: boolean;
    }
  /** No such person, or a wrong password. The answer does not tell which. */
  | { readonly kind: "wrong"; readonly email: string }
  /** The password was right. */
  | { readonly kind: "code needed" }
  | { readonly kind: "wrong code"; readonly email: string }
  /** Too many wrong codes: only a recovery code is accepted. `isNew` if this attempt was the last one. */
  | { readonly kind: "locked"; readonly email: string; readonly userId: number; readonly isNew: boolean }
  | { readonly kind: "too many"; readonly retryAfterMs: number };

export async function signIn(
  control: Control,
  throttle: SignInThrottle,
  request: SignIn,
): Promise<SignInOutcome> {
  const { email, password, origin } = request;
  const user = await findUserByEmail(control.db, email);
  const nowUs = control.nowUs();
  const isKnown = user !== undefined && (await isKnownSource(control, user.id, origin.source, nowUs));
  const begun = await throttle.begin({
    email,
    source: origin.source,
    isKnownSource: isKnown,
    nowMs: nowUs / 1000,
  });
  if (!begun.ok) return { kind: "too many", ...begun.error };
  const attempt = begun.value;
  try {
    const whose = isKnown ? "somebody known" : "a stranger";
    const fits = await fitsPassword(password, user?.password_hash, whose);
    if (user === undefined || !fits) return { kind: "wrong", email: user?.email ?? email.trim() };
    return settle(attempt, await enter(control, user, { ...request, isKnownSource: isKnown }));
  } finally {
    attempt.end();
  }
}

/** With the right password. */
async function enter(
  control: Control,
  checked: UserRow,
  { factor, former, origin, isKnownSource: isKnown }: SignIn & { readonly isKnownSource: boolean },
): Promise<SignInOutcome> {
  const entered = await commitPeople<SignInOutcome>(
    control,
    async (tx) => {
      const user = await findUserById(tx, checked.id);
      // The password was checked outside of the transaction, and may have changed since.
      if (user?.password_hash !== checked.password_hash)
        return outcome({ kind: "wrong", email: checked.email });
      const second = await takeSecondFactor(control, tx, user, factor);
      if (second === "missing") return outcome({ kind: "code needed" });
      if (second === "locked" || second === "locked now")
        return outcome({
          kind: "locked",
          email: user.email,
          userId: user.id,
          isNew: second === "locked now",
        });
      if (second === "wrong") return outcome({ kind: "wrong code", email: user.email });
      const nowUs = control.nowUs();
      if (former !== null) await endSession(tx, former, nowUs);
      const session = await createSession(tx, user.id, origin, nowUs);
      return outcome({
        kind: "signed in",
        userId: user.id,
        email: user.email,
        session,
        isKnownSource: isKnown,
      });
    },
    (done) =>
      done.kind === "signed in"
        ? [arrivalOf(done.email, "session.sign-in")]
        : nothingToAudit("a refused sign-in changes nothing and is entered on its own"),
  );
  return entered.ok ? entered.value : { kind: "wrong", email: checked.email };
}

function settle(attempt: Attempt, result: SignInOutcome): SignInOutcome {
  if (result.kind === "signed in" || result.kind === "code needed") attempt.giveBack();
  return result;
}

function outcome(value: SignInOutcome): Success<SignInOutcome> {
  return succeed(value);
}
