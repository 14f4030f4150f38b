import { z } from "zod";
import { passwordMaxLength } from "./password-length.ts";
import { defineRoutes } from "./route.ts";

export const passwordStrengthRoutes = defineRoutes("Passwords", {
  checkPassword: {
    method: "POST",
    path: "/password-strength",
    summary: "Rate the strength of a password",
    description:
      "For forms in which a person chooses a password. Nothing is stored. Include what is known about the " +
      "person, because a name or address makes a password easy to guess; for a signed-in person this is not " +
      "needed. Limited to 60 requests per minute per source.",
    access: "public",
    scope: null,
    body: z.strictObject({
      password: z.string().max(passwordMaxLength),
      email: z.string().max(254).optional(),
      name: z.string().max(200).optional(),
      account_name: z.string().max(200).optional(),
    }),
    answer: z
      .object({
        score: z.number().int().min(0).max(4).describe("From 0 (guessed immediately) to 4."),
        accepted: z.boolean().describe("Whether the password is accepted."),
        advice: z.string().nullable().describe("How to improve it; null if it is accepted."),
      })
      .meta({ id: "PasswordStrength" }),
  },
});
