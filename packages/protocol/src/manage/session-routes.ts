import { z } from "zod";
import { roles } from "./access.ts";
import { homeBoard } from "./home-board.ts";
import { mapFacts } from "./map-forms.ts";
import { newPassword } from "./new-password.ts";
import { preferences } from "./preferences.ts";
import { defineRoutes } from "./route.ts";

const instant = z.string().describe("ISO 8601 in UTC, with microseconds.");
const email = z.string().min(3).max(254);
const givenPassword = z.string().min(1).max(200);
const personName = z.string().min(1).max(200);
const totp = z.string().min(6).max(10).describe("Six digits from the authenticator app.");
const recoveryCode = z
  .string()
  .min(16)
  .max(40)
  .describe("One of the recovery codes, each of which works once.");
const bothFactors = z.strictObject({
  password: givenPassword,
  totp: totp.optional(),
  recovery_code: recoveryCode.optional(),
});
const recoveryCodes = z
  .object({ recovery_codes: z.array(z.string()).describe("Not shown again.") })
  .meta({ id: "RecoveryCodes" });

const user = z
  .object({
    uuid: z.uuid(),
    email: z.string(),
    email_verified: z.boolean().describe("Whether a link sent to the address was opened."),
    pending_email: z
      .string()
      .nullable()
      .describe(
        "The address that replaces it once the link sent there is opened; null if no change is pending.",
      ),
    name: z.string(),
    totp: z.boolean().describe("Whether signing in requires a one-time password."),
    recovery_codes_left: z.number().int(),
    owns_installation: z
      .boolean()
      .describe(
        "Whether they own every account with members and can therefore see figures of the whole server.",
      ),
    password_changed_at: instant,
    created_at: instant,
    preferences,
  })
  .meta({ id: "User" });

const session = z
  .object({
    id: z.number().int(),
    current: z.boolean().describe("Whether this request was made with it."),
    created_at: instant,
    last_used_at: instant.describe("To the hour."),
    expires_at: instant.describe("Unless it is used before then; at the latest 90 days after it started."),
    source: z.string().describe("The address it was started from."),
    user_agent: z.string(),
  })
  .meta({ id: "Session" });

const signedIn = z
  .object({
    user,
    accounts: z.array(
      z.object({
        uuid: z.uuid(),
        name: z.string(),
        role: z.enum(roles),
        second_factor_required: z
          .boolean()
          .describe("Whether members without two-step sign-in can do nothing there."),
        deletion_due_at: instant
          .nullable()
          .describe("When the account is deleted, with everything in it; null if nobody has asked for that."),
        home_board: homeBoard,
      }),
    ),
    sessions: z.array(session).describe("All active sessions, newest first; at most 100."),
    server: z
      .object({
        version: z.string(),
        cluster: z.boolean().describe("Whether it is one of the servers of a cluster."),
        public_url: z.string().nullable().describe("Public address of the server; null if not configured."),
        activity_per_device: z.number().int().describe("Number of requests kept for each device; 0 if none."),
        sends_mail: z.boolean().describe("Whether it can send email, so that addresses can be verified."),
        map: mapFacts,
        share_frame_hosts: z
          .array(z.string())
          .describe("Sites that may show shared boards in a frame; the operator sets them."),
        may_create_accounts: z.boolean().describe("Whether it lets this person create accounts."),
      })
      .meta({ id: "ServerFacts" }),
  })
  .meta({ id: "SignedIn" });

const forPeople = { access: "signed-in", scope: null } as const;
const forAll = { access: "public", scope: null } as const;

/** How people sign in and out, and what they can change about themselves. API keys may call none of these. */
export const sessionRoutes = defineRoutes("Session", {
  showSetup: {
    ...forAll,
    method: "GET",
    path: "/setup",
    summary: "Show whether the first owner still has to be created",
    answer: z.object({ needed: z.boolean() }).meta({ id: "Setup" }),
  },
  setUp: {
    ...forAll,
    method: "POST",
    path: "/setup",
    summary: "Create the first owner and sign in",
    description:
      "Takes the secret of the set-up link that the server prints when it starts. It works once, until there is an owner.",
    body: z.strictObject({
      secret: z.string().min(1).max(100),
      email,
      password: newPassword,
      name: personName,
      account_name: personName
        .optional()
        .describe("Creates an account with this name. Default: the oldest account is used."),
    }),
    status: 201,
    answer: signedIn,
  },
  signIn: {
    ...forAll,
    method: "POST",
    path: "/session",
    summary: "Sign in",
    description:
      "Sets the session's cookie. With two-step sign-in, a correct password alone is answered with 401 and the code `totp_needed`; " +
      "send it again with `totp` or `recovery_code`. After 20 wrong codes with the correct password, only a " +
      "recovery code is accepted (`second_factor_locked`) until one is used or the password is reset by " +
      "email. Wrong attempts are limited: 429 says in Retry-After when to try again.",
    body: z.strictObject({
      email,
      password: givenPassword,
      totp: totp.optional(),
      recovery_code: recoveryCode.optional(),
    }),
    status: 201,
    answer: signedIn,
  },
  showSession: {
    ...forPeople,
    method: "GET",
    path: "/session",
    summary: "Show who is signed in",
    answer: signedIn,
  },
  signOut: {
    ...forPeople,
    method: "DELETE",
    path: "/session",
    summary: "Sign out",
    answer: null,
  },
  revokeSession: {
    ...forPeople,
    method: "DELETE",
    path: "/session/sessions/{session}",
    summary: "End one of your sessions",
    params: z.object({ session: z.coerce.number().int().min(1) }),
    answer: null,
  },
  revokeOtherSessions: {
    ...forPeople,
    method: "DELETE",
    path: "/session/sessions",
    summary: "End all your sessions but this one",
    answer: null,
  },
  signOutEverywhere: {
    ...forPeople,
    method: "POST",
    path: "/session/sign-out-everywhere",
    summary: "Sign out everywhere",
    description: "Ends all your sessions, including this one.",
    answer: null,
  },
  changePassword: {
    ...forPeople,
    method: "PUT",
    path: "/session/password",
    summary: "Change your password",
    description: "Ends all your other sessions. This one continues with a new cookie, which the answer sets.",
    body: z.strictObject({ old_password: givenPassword, new_password: newPassword }),
    answer: null,
  },
  changeUser: {
    ...forPeople,
    method: "PATCH",
    path: "/session/user",
    summary: "Change your name or email address",
    description:
      "A new address takes effect once the link sent to it is opened, within a day; until then it is `pending_email`. The old address is notified. The answer does not reveal whether someone else has the address.",
    body: z.strictObject({ password: givenPassword, name: personName.optional(), email: email.optional() }),
    answer: user,
  },
  changePreferences: {
    ...forPeople,
    method: "PATCH",
    path: "/session/preferences",
    summary: "Change how the dashboard shows times and colors to you",
    description:
      "Settings that are left out do not change. They apply only to you, in every account and every browser.",
    body: preferences.partial().strict().meta({ id: "PreferencesChange" }),
    answer: preferences,
  },
  startTotp: {
    ...forPeople,
    method: "POST",
    path: "/session/totp",
    summary: "Start setting up two-step sign-in",
    description:
      "Codes are required only after one was confirmed. Calling this again before that creates another secret.",
    body: z.strictObject({ password: givenPassword }),
    status: 201,
    answer: z
      .object({
        secret: z.string().describe("Base 32, to be typed into the authenticator app."),
        uri: z.string().describe("`otpauth://…`, for a QR code."),
      })
      .meta({ id: "StartedTotp" }),
  },
  confirmTotp: {
    ...forPeople,
    method: "POST",
    path: "/session/totp/confirm",
    summary: "Turn on two-step sign-in",
    description: "Ends all your other sessions. This one continues with a new cookie, which the answer sets.",
    body: z.strictObject({ code: totp }),
    answer: recoveryCodes,
  },
  renewRecoveryCodes: {
    ...forPeople,
    method: "POST",
    path: "/session/totp/recovery-codes",
    summary: "Get new recovery codes",
    description: "Requires the password and either `totp` or `recovery_code`. Your old codes stop working.",
    body: bothFactors,
    answer: recoveryCodes,
  },
  disableTotp: {
    ...forPeople,
    method: "POST",
    path: "/session/totp/disable",
    summary: "Turn off two-step sign-in",
    description:
      "Requires the password and either `totp` or `recovery_code`. Ends all your other sessions; this one continues with a new " +
      "cookie, which the answer sets.",
    body: bothFactors,
    answer: null,
  },
});
