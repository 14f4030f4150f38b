import type { sessionRoutes } from "@weir/protocol/manage/session-routes";
import type { ControlStore } from "../manage/control-store.ts";
import { changeProfile } from "../manage/people/change-profile.ts";
import { commitPeople, type PeopleResult } from "../manage/people/people-result.ts";
import {
  endSession,
  type IssuedSession,
  type Origin,
  revokeSession,
  revokeSessions,
} from "../manage/people/sessions.ts";
import { changePassword } from "../manage/people/set-password.ts";
import { isSetupNeeded, setUpOwner } from "../manage/people/set-up.ts";
import { signIn } from "../manage/people/sign-in.ts";
import { SignInThrottle } from "../manage/people/sign-in-throttle.ts";
import { showPerson, showSignedIn } from "../manage/people/signed-in-person.ts";
import {
  type BothFactors,
  confirmTotp,
  disableTotp,
  renewRecoveryCodes,
  startTotp,
} from "../manage/people/totp-enrolment.ts";
import { type ApiAnswer, emptyAnswer, jsonAnswer, type ProblemDetails } from "./api-answer.ts";
import type { ApiContext, UserContext } from "./api-context.ts";
import type { ApiRequest } from "./api-request.ts";
import { audit } from "./audit.ts";
import { callingUser } from "./calling-user.ts";
import { endedSessionCookie, mayCarrySession, sessionCookie } from "./cookies.ts";
import type { HandlersOf } from "./handler.ts";
import { type FieldNames, peopleProblem } from "./people-problem.ts";
import { foreignPage, isFromOwnPage } from "./same-origin.ts";
import { signedInJson, userJson } from "./session-json.ts";
import { httpsNeeded, tooManyTries, totpNeeded, wrongCredentials, wrongTotp } from "./session-problem.ts";

type SignedInUser = UserContext["caller"];

export const sessionHandlers: HandlersOf<typeof sessionRoutes> = {
  async showSetup({ control }) {
    return { ok: true, value: { needed: await isSetupNeeded(control) } };
  },

  async setUp(context, { body }) {
    const refused = refuseEntrance(context.request);
    if (refused) return { ok: false, problem: refused };
    const { secret, email, password, name, account_name: accountName } = body;
    const owner = { email, password, name, accountName };
    const made = await setUpOwner(context.control, secret, owner, originOf(context.request));
    if (!made.ok) return { ok: false, problem: peopleProblem(made, { account_name_taken: "account_name" }) };
    const { userId, session } = made.value;
    const caller = signedInAs(userId, made.value.email, session);
    await auditUser({ ...context, caller }, "user.set-up", { after: { name, role: "owner" } });
    return { ok: true, answer: await welcome(context, caller, session) };
  },

  async signIn(context, { body }) {
    const refused = refuseEntrance(context.request);
    if (refused) return { ok: false, problem: refused };
    const { caller: before, control, request } = context;
    const outcome = await signIn(control, throttleOf(context), {
      email: body.email,
      password: body.password,
      factor: { totp: body.totp, recoveryCode: body.recovery_code },
      origin: originOf(request),
      former: before?.kind === "user" ? before : null,
    });
    if (outcome.kind === "too many") return { ok: false, problem: tooManyTries(outcome.retryAfterMs) };
    if (outcome.kind === "code needed") return { ok: false, problem: totpNeeded };
    if (outcome.kind !== "signed in") {
      const subject = outcome.email;
      const after = { reason: outcome.kind === "wrong" ? "password" : "one-time password" };
      await audit(
        { ...context, caller: null },
        { action: "session.sign-in-failed", subjectKind: "user", subject, after },
      );
      return { ok: false, problem: outcome.kind === "wrong" ? wrongCredentials : wrongTotp };
    }
    const caller = signedInAs(outcome.userId, outcome.email, outcome.session);
    await auditUser({ ...context, caller }, "session.sign-in");
    return { ok: true, answer: await welcome(context, caller, outcome.session) };
  },

  async showSession(context) {
    const { userId, sessionId } = callingUser(context);
    const shown = await showSignedIn(context.control, userId);
    return shown === null ? gone : { ok: true, value: signedInJson(shown, sessionId, context.serverFacts) };
  },

  async signOut(context) {
    const { control, request } = context;
    const { userId, sessionId } = callingUser(context);
    await commitPeople(control, async (tx) => {
      await endSession(tx, userId, sessionId, control.nowUs());
      return done;
    });
    await auditUser(context, "session.sign-out");
    return { ok: true, answer: emptyAnswer(endedSessionCookie(request)) };
  },

  async revokeSession(context, { params }) {
    const revoked = await revokeSession(context.control, callingUser(context).userId, params.session);
    if (!revoked.ok) return { ok: false, problem: peopleProblem(revoked) };
    await auditUser(context, "session.revoke", { before: { session: params.session } });
    return { ok: true, value: null };
  },

  async revokeOtherSessions(context) {
    const { userId, sessionId } = callingUser(context);
    await commitPeople(context.control, async (tx) => {
      await revokeSessions(tx, userId, sessionId);
      return done;
    });
    await auditUser(context, "session.revoke-others");
    return { ok: true, value: null };
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
    await auditUser(context, "password.change");
    return { ok: true, value: null };
  },

  async changeUser(context, { body }) {
    const { userId } = callingUser(context);
    const changed = await tryPassword(context, (control) => changeProfile(control, userId, body));
    if (!changed.ok) return changed;
    await auditUser(context, "user.update", changed.value);
    const person = await showPerson(context.control, userId);
    return person === null ? gone : { ok: true, value: userJson(person) };
  },

  async startTotp(context, { body }) {
    const { userId } = callingUser(context);
    const started = await tryPassword(context, (control) => startTotp(control, userId, body.password));
    if (!started.ok) return started;
    await auditUser(context, "totp.start");
    return { ok: true, value: started.value };
  },

  async confirmTotp(context, { body }) {
    const codes = await confirmTotp(context.control, callingUser(context).userId, body.code);
    if (!codes.ok) return { ok: false, problem: peopleProblem(codes, { wrong_code: "code" }) };
    await auditUser(context, "totp.enable");
    return { ok: true, value: { recovery_codes: codes.value } };
  },

  async renewRecoveryCodes(context, { body }) {
    const { userId } = callingUser(context);
    const codes = await tryPassword(context, (control) =>
      renewRecoveryCodes(control, userId, factorsOf(body)),
    );
    if (!codes.ok) return codes;
    await auditUser(context, "totp.renew-recovery-codes");
    return { ok: true, value: { recovery_codes: codes.value } };
  },

  async disableTotp(context, { body }) {
    const { userId } = callingUser(context);
    const disabled = await tryPassword(context, (control) => disableTotp(control, userId, factorsOf(body)));
    if (!disabled.ok) return disabled;
    await auditUser(context, "totp.disable");
    return { ok: true, value: null };
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

/** A stolen session must not be a way to guess the password either. */
async function tryPassword<T>(
  context: ApiContext,
  work: (control: ControlStore) => Promise<PeopleResult<T>>,
  fields: FieldNames = {},
): Promise<{ ok: true; value: T } | { ok: false; problem: ProblemDetails }> {
  const { clock, control, request } = context;
  const { email } = callingUser(context);
  const begun = throttleOf(context).begin({
    email,
    source: request.source,
    isKnownSource: true,
    nowMs: clock.nowMs(),
  });
  if (!begun.ok) return { ok: false, problem: tooManyTries(begun.retryAfterMs) };
  const result = await work(control);
  if (result.ok) {
    begun.attempt.succeed();
    return result;
  }
  const isWrong = result.error.code === "wrong_password" || result.error.code === "wrong_code";
  if (!isWrong) begun.attempt.takeBack();
  return { ok: false, problem: peopleProblem(result, fields) };
}

const done = { ok: true, value: null } as const;

const gone = {
  ok: false,
  problem: { status: 401, code: "not_signed_in", detail: "You were deleted meanwhile." },
} as const;

/** Wrong tries are remembered as long as the server runs: one throttle for each control.db. */
const throttles = new WeakMap<object, SignInThrottle>();

function throttleOf({ control }: ApiContext): SignInThrottle {
  const known = throttles.get(control.db);
  if (known !== undefined) return known;
  const made = new SignInThrottle();
  throttles.set(control.db, made);
  return made;
}

function signedInAs(userId: number, email: string, session: IssuedSession): SignedInUser {
  return { kind: "user", userId, email, sessionId: session.id };
}

/** These routes are open to all, so it is here that foreign pages and open ways are refused. */
function refuseEntrance(request: ApiRequest): ProblemDetails | null {
  if (!isFromOwnPage(request)) return foreignPage;
  return mayCarrySession(request) ? null : httpsNeeded;
}

function originOf({ source, headers }: ApiRequest): Origin {
  return { source, userAgent: headers.get("user-agent") ?? "" };
}

/** What whoever has just come in is answered: who they are, and the cookie. */
async function welcome(
  { control, request, serverFacts }: ApiContext,
  { userId, sessionId }: SignedInUser,
  { token }: IssuedSession,
): Promise<ApiAnswer> {
  const shown = await showSignedIn(control, userId);
  if (shown === null) throw new Error("Somebody was deleted while they signed in.");
  return jsonAnswer(201, signedInJson(shown, sessionId, serverFacts), sessionCookie(request, token));
}

function auditUser(
  context: ApiContext,
  action: string,
  change: { readonly before?: unknown; readonly after?: unknown } = {},
): Promise<void> {
  return audit(context, { action, subjectKind: "user", subject: callingUser(context).email, ...change });
}
