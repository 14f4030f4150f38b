import type { sessionRoutes } from "@weir/protocol/manage/session-routes";
import { fail } from "@weir/protocol/result";
import { deleteSessions } from "../../control/people/sessions.ts";
import { type ApiAnswer, emptyAnswer, jsonAnswer } from "../../web/api-answer.ts";
import type { ApiRequest } from "../../web/api-request.ts";
import { endedSessionCookie, mayCarrySession, sessionCookie } from "../../web/cookies.ts";
import type { ApiContext, UserContext } from "../core/api-context.ts";
import { audit } from "../core/audit-request.ts";
import { callingUser } from "../core/calling-user.ts";
import type { HandlersOf } from "../core/handler.ts";
import { succeed } from "../core/manage-error.ts";
import { changePreferences } from "./change-preferences.ts";
import { changeProfile } from "./change-profile.ts";
import { commitPeople } from "./commit-people.ts";
import { mailEmailChange, sendVerification } from "./email-handlers.ts";
import { notifyPerson } from "./notify-person.ts";
import { ownAction } from "./own-action.ts";
import { signedInJson, userJson } from "./session-json.ts";
import {
  httpsNeeded,
  secondFactorLocked,
  tooManyTries,
  totpNeeded,
  wrongCredentials,
  wrongTotp,
} from "./session-problem.ts";
import { endSession, type IssuedSession, type Origin, revokeSession } from "./sessions.ts";
import { changePassword } from "./set-password.ts";
import { isSetupNeeded, setUpOwner } from "./set-up.ts";
import { signIn } from "./sign-in.ts";
import { showPerson, showSignedIn } from "./signed-in-person.ts";
import {
  type BothFactors,
  confirmTotp,
  disableTotp,
  renewRecoveryCodes,
  startTotp,
} from "./totp-enrolment.ts";
import { tryPassword } from "./try-password.ts";

type SignedInUser = UserContext["caller"];

export const sessionHandlers: HandlersOf<typeof sessionRoutes> = {
  async showSetup({ control }) {
    return succeed({ needed: await isSetupNeeded(control) });
  },

  async setUp(context, { body }) {
    if (!mayCarrySession(context.request)) return fail(httpsNeeded);
    const { secret, email, password, name, account_name: accountName } = body;
    const owner = { email, password, name, accountName };
    const made = await setUpOwner(context.control, secret, owner, originOf(context.request));
    if (!made.ok) return made;
    const { userId, session } = made.value;
    const caller = signedInAs(context, { userId, email: made.value.email, session });
    await sendVerification(context, caller);
    return { ok: true, answer: await welcome(context, caller, session) };
  },

  async signIn(context, { body }) {
    if (!mayCarrySession(context.request)) return fail(httpsNeeded);
    const { caller: before, control, request, throttle } = context;
    const outcome = await signIn(control, throttle, {
      email: body.email,
      password: body.password,
      factor: { totp: body.totp, recoveryCode: body.recovery_code },
      origin: originOf(request),
      former: before?.kind === "user" ? before : null,
    });
    if (outcome.kind === "too many") return fail(tooManyTries(outcome.retryAfterMs));
    if (outcome.kind === "code needed") return fail(totpNeeded);
    if (outcome.kind !== "signed in") {
      const subject = outcome.email;
      const after = { reason: outcome.kind === "wrong" ? "password" : "one-time password" };
      if (outcome.kind === "locked" && outcome.isNew)
        notifyPerson(context, outcome.userId, { kind: "second factor locked" });
      await audit(
        { ...context, caller: null },
        { action: "session.sign-in-failed", subjectKind: "user", subject, after },
      );
      if (outcome.kind === "locked") return fail(secondFactorLocked);
      return fail(outcome.kind === "wrong" ? wrongCredentials : wrongTotp);
    }
    const caller = signedInAs(context, outcome);
    if (!outcome.isKnownSource) notifyPerson(context, outcome.userId, { kind: "new sign-in" });
    return { ok: true, answer: await welcome(context, caller, outcome.session) };
  },

  async showSession(context) {
    const { userId, sessionId } = callingUser(context);
    const shown = await showSignedIn(context.control, userId);
    return shown === null ? gone : succeed(signedInJson(shown, sessionId, context.serverFacts));
  },

  async signOut(context) {
    const { control, request } = context;
    const own = callingUser(context);
    await commitPeople(
      control,
      async (tx) => {
        await endSession(tx, own, control.nowUs());
        return done;
      },
      () => [ownAction(control, "session.sign-out")],
    );
    return { ok: true, answer: emptyAnswer(endedSessionCookie(request)) };
  },

  async revokeSession(context, { params }) {
    const { userId } = callingUser(context);
    const revoked = await revokeSession(context.control, { userId, sessionId: params.session });
    if (!revoked.ok) return revoked;
    return succeed(null);
  },

  async revokeOtherSessions(context) {
    await revokeOwnSessions(context, callingUser(context).sessionId, "session.revoke-others");
    return succeed(null);
  },

  async signOutEverywhere(context) {
    await revokeOwnSessions(context, null, "session.revoke-all");
    return { ok: true, answer: emptyAnswer(endedSessionCookie(context.request)) };
  },

  async changePassword(context, { body }) {
    const { userId, sessionId } = callingUser(context);
    const { old_password: oldPassword, new_password: newPassword } = body;
    const changed = await tryPassword(
      context,
      (control) => changePassword(control, { userId, sessionId, oldPassword, newPassword }),
      { wrong_password: "old_password", bad_password: "new_password" },
    );
    if (!changed.ok) return changed;
    notifyPerson(context, userId, { kind: "password changed" });
    return { ok: true, answer: emptyAnswer(sessionCookie(context.request, changed.value.token)) };
  },

  async changeUser(context, { body }) {
    const { userId } = callingUser(context);
    const canMail = context.mails.isSetUp;
    const changed = await tryPassword(
      context,
      (control) => changeProfile(control, userId, body, { canMail }),
      { mail_not_set_up: "email" },
    );
    if (!changed.ok) return changed;
    const { after, emailChange } = changed.value;
    if (emailChange !== null) {
      const person = { id: userId, email: after.email, name: after.name };
      mailEmailChange(context, { ...emailChange, person });
    }
    const person = await showPerson(context.control, userId);
    return person === null ? gone : succeed(userJson(person));
  },

  async changePreferences(context, { body }) {
    const changed = await changePreferences(context.control, callingUser(context).userId, body);
    return changed;
  },

  async startTotp(context, { body }) {
    const { userId } = callingUser(context);
    const started = await tryPassword(context, (control) => startTotp(control, userId, body.password));
    if (!started.ok) return started;
    return succeed(started.value);
  },

  async confirmTotp(context, { body }) {
    const own = callingUser(context);
    const confirmed = await tryPassword(context, (control) => confirmTotp(control, own, body.code), {
      wrong_code: "code",
    });
    if (!confirmed.ok) return confirmed;
    const { recoveryCodes, session } = confirmed.value;
    notifyPerson(context, own.userId, { kind: "second factor turned on" });
    const cookie = sessionCookie(context.request, session.token);
    return { ok: true, answer: jsonAnswer(200, { recovery_codes: recoveryCodes }, cookie) };
  },

  async renewRecoveryCodes(context, { body }) {
    const { userId } = callingUser(context);
    const codes = await tryPassword(context, (control) =>
      renewRecoveryCodes(control, userId, factorsOf(body)),
    );
    if (!codes.ok) return codes;
    notifyPerson(context, userId, { kind: "recovery codes renewed" });
    return succeed({ recovery_codes: codes.value });
  },

  async disableTotp(context, { body }) {
    const { userId, sessionId } = callingUser(context);
    const disabled = await tryPassword(context, (control) =>
      disableTotp(control, { userId, sessionId }, factorsOf(body)),
    );
    if (!disabled.ok) return disabled;
    notifyPerson(context, userId, { kind: "second factor turned off" });
    return { ok: true, answer: emptyAnswer(sessionCookie(context.request, disabled.value.token)) };
  },
};

function factorsOf({
  password,
  totp,
  recovery_code: recoveryCode,
}: {
  readonly password: string;
  readonly totp?: string | undefined;
  readonly recovery_code?: string | undefined;
}): BothFactors {
  return { password, factor: { totp, recoveryCode } };
}

async function revokeOwnSessions(
  context: ApiContext,
  sparedId: number | null,
  action: string,
): Promise<void> {
  const { control } = context;
  const { userId } = callingUser(context);
  await commitPeople(
    control,
    async (tx) => {
      await deleteSessions(tx, userId, sparedId);
      return done;
    },
    () => [ownAction(control, action)],
  );
}

const done = succeed(null);

const gone = fail({
  status: 401,
  code: "not_signed_in",
  detail: "Your sign-in was deleted in the meantime.",
});

function signedInAs(
  { control }: ApiContext,
  { userId, email, session }: { userId: number; email: string; session: IssuedSession },
): SignedInUser {
  return { kind: "user", userId, email, sessionId: session.id, provedAt: control.nowUs() };
}

function originOf({ source, headers }: ApiRequest): Origin {
  return { source, userAgent: headers.get("user-agent") ?? "" };
}

/** Answers a sign-in with the person and the cookie. */
async function welcome(
  { control, request, serverFacts }: ApiContext,
  { userId, sessionId }: SignedInUser,
  { token }: IssuedSession,
): Promise<ApiAnswer> {
  const shown = await showSignedIn(control, userId);
  if (shown === null) throw new Error("A person was deleted while signing in.");
  return jsonAnswer(201, signedInJson(shown, sessionId, serverFacts), sessionCookie(request, token));
}
