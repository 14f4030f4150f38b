import { z } from "zod";
import { defineRoutes } from "./route.ts";

const forPeople = { access: "signed-in", scope: null } as const;

/** How people prove that an email address is theirs. API keys may call none of it. */
export const emailRoutes = defineRoutes("Session", {
  sendVerification: {
    ...forPeople,
    method: "POST",
    path: "/session/email/verification",
    summary: "Send a link that verifies your email address",
    description:
      "The link works once, for a day, while you are signed in. An address gets at most three such emails an hour; further requests are ignored. Does nothing if the address is verified.",
    answer: null,
  },
  confirmEmail: {
    ...forPeople,
    method: "POST",
    path: "/session/email/confirm",
    summary: "Confirm an email address",
    description:
      "Takes the token of an emailed link, which verifies your address or changes it to a new one. Only the person who requested the link can use it.",
    body: z.strictObject({
      token: z.string().min(1).max(100).describe("The part of the link after the #."),
    }),
    answer: z
      .object({
        kind: z.enum(["verified", "changed"]),
        email: z.string().describe("The current address."),
      })
      .meta({ id: "ConfirmedEmail" }),
  },
  cancelEmailChange: {
    ...forPeople,
    method: "DELETE",
    path: "/session/email/change",
    summary: "Cancel a change of your email address",
    description: "The link that was mailed to the new address stops working.",
    answer: null,
  },
});
