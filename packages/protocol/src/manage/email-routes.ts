import { z } from "zod";
import { defineRoutes } from "./route.ts";

const forPeople = { access: "signed-in", scope: null } as const;

/** How people prove that an e-mail address is theirs. API keys may call none of it. */
export const emailRoutes = defineRoutes("Session", {
  sendVerification: {
    ...forPeople,
    method: "POST",
    path: "/session/email/verification",
    summary: "Mail a link that verifies your e-mail address",
    description:
      "The link works once, for a day, while you are signed in. An address gets at most three such mails an hour; more are left out without a word. Does nothing where the address is verified.",
    answer: null,
  },
  confirmEmail: {
    ...forPeople,
    method: "POST",
    path: "/session/email/confirm",
    summary: "Confirm an e-mail address",
    description:
      "Takes the token of a mailed link, which verifies your address or puts a new one in force. Only the person who asked for the link can use it.",
    body: z.strictObject({
      token: z.string().min(1).max(100).describe("What stands behind the # of the link."),
    }),
    answer: z
      .object({
        kind: z.enum(["verified", "changed"]),
        email: z.string().describe("The address that is in force now."),
      })
      .meta({ id: "ConfirmedEmail" }),
  },
  cancelEmailChange: {
    ...forPeople,
    method: "DELETE",
    path: "/session/email/change",
    summary: "Cancel a change of your e-mail address",
    description: "The link that was mailed to the new address stops working.",
    answer: null,
  },
});
