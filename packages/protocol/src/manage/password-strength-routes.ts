import { z } from "zod";
import { passwordMaxLength } from "./password-length.ts";
import { defineRoutes } from "./route.ts";

export const passwordStrengthRoutes = defineRoutes("Passwords", {
  checkPassword: {
    method: "POST",
    path: "/password-strength",
    summary: "Tell how strong a password is",
    description:
      "For forms, while somebody chooses a password. Nothing is kept of it. Give what is known about the person, because " +
      "a name or an address in a password makes it easy to guess; of somebody who is signed in, all of it is known. " +
      "A source may ask 60 times a minute.",
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
        score: z.number().int().min(0).max(4).describe("From 0, guessed at once, to 4."),
        accepted: z.boolean().describe("Whether it can be chosen."),
        advice: z.string().nullable().describe("What would make it better; null where it is accepted."),
      })
      .meta({ id: "PasswordStrength" }),
  },
});
