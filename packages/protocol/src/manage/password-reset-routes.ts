import { z } from "zod";
import { defineRoutes } from "./route.ts";

const tag = "Passwords";

export const passwordResetRoutes = defineRoutes({
  requestPasswordReset: {
    method: "POST",
    path: "/password-resets",
    tag,
    summary: "Ask for a link to set a new password",
    description:
      "The answer is the same whether or not somebody has the address. Where the server cannot send mail, its operator makes links with `weir user reset-password`.",
    access: "public",
    scope: null,
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
    path: "/password-resets/{token}",
    tag,
    summary: "Set a new password",
    description:
      "A link is good for an hour and for one use. The person is signed out everywhere, and signs in with the new password.",
    access: "public",
    scope: null,
    params: z.object({ token: z.string().max(100).describe("From the link.") }),
    body: z.strictObject({ password: z.string().max(200) }),
    status: 204,
    answer: null,
  },
});
