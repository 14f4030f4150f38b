import { z } from "zod";
import { newPassword } from "./new-password.ts";
import { defineRoutes } from "./route.ts";

export const passwordResetRoutes = defineRoutes("Passwords", {
  requestPasswordReset: {
    method: "POST",
    path: "/password-resets",
    summary: "Ask for a link to set a new password",
    description:
      "The answer is the same whether or not somebody has the address. Where the server cannot send mail, its operator makes links with `weir user reset-password`.",
    access: "public",
    scope: null,
    takesSecret: true,
    body: z.strictObject({ email: z.string().trim().min(3).max(254) }),
    status: 202,
    answer: z
      .object({
        mail_is_set_up: z.boolean().describe("Whether this server sends mail at all."),
      })
      .meta({ id: "PasswordResetRequested" }),
  },
  resetPassword: {
    method: "POST",
    path: "/password-resets/complete",
    summary: "Set a new password",
    description:
      "A link is good for an hour and for one use. The person is signed out everywhere, and signs in with the new password.",
    access: "public",
    scope: null,
    takesSecret: true,
    body: z.strictObject({
      token: z.string().min(1).max(100).describe("What stands behind the # of the link."),
      password: newPassword,
    }),
    answer: null,
  },
});
