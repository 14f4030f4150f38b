import { z } from "zod";
import { newPassword } from "./new-password.ts";
import { defineRoutes } from "./route.ts";

export const passwordResetRoutes = defineRoutes("Passwords", {
  requestPasswordReset: {
    method: "POST",
    path: "/password-resets",
    summary: "Ask for a link to set a new password",
    description:
      "The answer is the same whether or not a person has the address. If the server cannot send email, its operator creates links with `weir user reset-password`.",
    access: "public",
    scope: null,
    takesSecret: true,
    body: z.strictObject({ email: z.string().trim().min(3).max(254) }),
    status: 202,
    answer: z
      .object({
        mail_is_set_up: z.boolean().describe("Whether this server can send email."),
      })
      .meta({ id: "PasswordResetRequested" }),
  },
  resetPassword: {
    method: "POST",
    path: "/password-resets/complete",
    summary: "Set a new password",
    description:
      "The link works once, for an hour. The person is signed out everywhere and signs in with the new password.",
    access: "public",
    scope: null,
    takesSecret: true,
    body: z.strictObject({
      token: z.string().min(1).max(100).describe("The part of the link after the #."),
      password: newPassword,
    }),
    answer: null,
  },
});
