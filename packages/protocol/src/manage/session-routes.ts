import { z } from "zod";
import { roles } from "./access.ts";
import { newPassword } from "./new-password.ts";
import { preferences } from "./preferences.ts";
import { defineRoutes } from "./route.ts";

const instant = z.string().describe("ISO 8601 in UTC, with microseconds.");
const email = z.string().min(3).max(254);
const givenPassword = z.string().min(1).max(200);
const personName = z.string().min(1).max(200);
const totp = z.string().min(6).max(10).describe("Six digits of the authenticator.");
const recoveryCode = z
  .string()
  .min(16)
  .max(40)
  .describe("One of the recovery codes, each of which works once.");
const bothFactors = z.object({
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
    email_verified: z.boolean().describe("Whether a link that was mailed to the address has been used."),
    pending_email: z
      .string()
      .nullable()
      .describe(
        "The address that takes its place once the link mailed there is used; null where none waits.",
      ),
    name: z.string(),
    totp: z.boolean().describe("Whether signing in takes a one-time password."),
    recovery_codes_left: z.number().int(),
    owns_installation: z
      .boolean()
      .describe("Whether they own every account with members, and so may see figures of the whole server."),
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
    expires_at: instant.describe("Unless it is used before; at the latest 90 days after it began."),
    source: z.string().describe("The address it began from."),
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
      }),
    ),
    sessions: z.array(session).describe("All that are in force, the newest first; at most 100."),
    server: z
      .object({
        version: z.string(),
        public_url: z
          .string()
          .nullable()
          .describe("How the server is reached from outside; null where that is not configured."),
        activity_per_device: z
          .number()
          .int()
          .describe("Requests that are kept of each device; 0 where none are."),
        sends_mail: z.boolean().describe("Whether it sends mail, so that addresses can be verified."),
      })
      .meta({ id: "ServerFacts" }),
  })
  .meta({ id: "SignedIn" });

const forPeople = { access: "signed-in", scope: null } as const;
const forAll = { access: "public", scope: null } as const;

/** How people get in and out, and what they may change about themselves. API keys may call none of it. */
export const sessionRoutes = defineRoutes("Session", {
  showSetup: {
    ...forAll,
    method: "GET",
    path: "/setup",
    summary: "Tell whether the first owner is still to be made",
    answer: z.object({ needed: z.boolean() }).meta({ id: "Setup" }),
  },
  setUp: {
    ...forAll,
    method: "POST",
    path: "/setup",
    summary: "Make the first owner and sign in",
    description:
      "Takes the secret of the set-up link that the server prints when it starts. It works once, until there is an owner.",
    body: z.object({
      secret: z.string().min(1).max(100),
      email,
      password: newPassword,
      name: personName,
      account_name: personName
        .optional()
        .describe("Makes an account of this name; else the oldest is taken."),
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
      "Sets the session's cookie. Where one-time passwords are on, a right password alone is answered with 401 and the " +
      "code `totp_needed`; send it again with `totp` or `recovery_code`. After 20 wrong codes with the right password only a " +
      "recovery code is taken (`second_factor_locked`) until one was used or the password was reset by mail. Wrong tries are slowed down: 429 says in " +
      "Retry-After when the next is looked at.",
    body: z.object({
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
    description: "Ends all your sessions, this one too.",
    answer: null,
  },
  changePassword: {
    ...forPeople,
    method: "PUT",
    path: "/session/password",
    summary: "Change your password",
    description: "Ends all your other sessions. This one continues with a new cookie, which the answer sets.",
    body: z.object({ old_password: givenPassword, new_password: newPassword }),
    answer: null,
  },
  changeUser: {
    ...forPeople,
    method: "PATCH",
    path: "/session/user",
    summary: "Change your name or e-mail address",
    description:
      "A new address is in force once the link that is mailed to it was used, within a day; until then it is `pending_email`. The old address gets a notice. The answer does not tell whether somebody else has the address.",
    body: z.object({ password: givenPassword, name: personName.optional(), email: email.optional() }),
    answer: user,
  },
  changePreferences: {
    ...forPeople,
    method: "PATCH",
    path: "/session/preferences",
    summary: "Change how the dashboard shows times and colors to you",
    description:
      "Settings that are left out stay as they are. They apply to you in every account and every browser; others see nothing of them.",
    body: preferences.partial().meta({ id: "PreferencesChange" }),
    answer: preferences,
  },
  startTotp: {
    ...forPeople,
    method: "POST",
    path: "/session/totp",
    summary: "Start to set up one-time passwords",
    description:
      "They are asked for only once a code was confirmed. Asked again before that, it makes another secret.",
    body: z.object({ password: givenPassword }),
    status: 201,
    answer: z
      .object({
        secret: z.string().describe("Base 32, to be typed into the authenticator."),
        uri: z.string().describe("`otpauth://…`, for a QR code."),
      })
      .meta({ id: "StartedTotp" }),
  },
  confirmTotp: {
    ...forPeople,
    method: "POST",
    path: "/session/totp/confirm",
    summary: "Turn one-time passwords on",
    description: "Ends all your other sessions. This one continues with a new cookie, which the answer sets.",
    body: z.object({ code: totp }),
    answer: recoveryCodes,
  },
  renewRecoveryCodes: {
    ...forPeople,
    method: "POST",
    path: "/session/totp/recovery-codes",
    summary: "Get new recovery codes",
    description: "Takes the password and either `totp` or `recovery_code`. The codes you had stop working.",
    body: bothFactors,
    answer: recoveryCodes,
  },
  disableTotp: {
    ...forPeople,
    method: "POST",
    path: "/session/totp/disable",
    summary: "Turn one-time passwords off",
    description:
      "Takes the password and either `totp` or `recovery_code`. Ends all your other sessions; this one continues with a new " +
      "cookie, which the answer sets.",
    body: bothFactors,
    answer: null,
  },
});
