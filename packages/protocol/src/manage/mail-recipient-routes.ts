import { z } from "zod";
import { recipientAnswers, recipientStates } from "../closed-sets.ts";
import { accountParams } from "./account-params.ts";
import { linkToken } from "./link-token.ts";
import { pageOf, pageQuery } from "./paging.ts";
import { defineRoutes } from "./route.ts";
import { time } from "./time.ts";

const path = "/accounts/{account}/mail-recipients";
const recipientParams = accountParams.extend({ recipient: z.uuid() });

const state = z
  .enum(recipientStates)
  .describe("`waiting`: the recipient has not answered yet, and emails to the address wait in the outbox.");

const recipient = z
  .object({
    uuid: z.uuid(),
    email: z.string(),
    state,
    asked_at: time.nullable().describe("When the last link was sent; null if none was sent yet."),
    answered_at: time.nullable(),
    created_at: time,
  })
  .meta({ id: "MailRecipient" });

const asked = z
  .object({ account: z.object({ name: z.string() }), email: z.string(), state })
  .meta({ id: "AskedMailRecipient" });

export const mailRecipientRoutes = defineRoutes("Mail recipients", {
  listMailRecipients: {
    method: "GET",
    path,
    summary: "List addresses outside the account that its chains send mail to",
    description:
      "Members get email at their verified address right away. Any other recipient is asked by an emailed link, when a chain that sends to the address is published or an email to it is due. Emails to the address wait up to seven days for confirmation.",
    access: "viewer",
    scope: "chains:read",
    params: accountParams,
    query: pageQuery,
    answer: pageOf(recipient),
  },
  askMailRecipientAgain: {
    method: "POST",
    path: `${path}/{recipient}/ask-again`,
    summary: "Send a new link to an address that has not answered",
    description: "At most once a day. The previous link stops working.",
    access: "editor",
    scope: "chains:write",
    params: recipientParams,
    answer: recipient,
  },
  removeMailRecipient: {
    method: "DELETE",
    path: `${path}/{recipient}`,
    summary: "Remove an address",
    description:
      "Emails that wait for it are given up. If a chain still sends to the address, it is asked again. An address that declined cannot be removed, so that it is not asked again.",
    access: "editor",
    scope: "chains:write",
    params: recipientParams,
    answer: null,
  },
  showMailUse: {
    method: "GET",
    path: "/accounts/{account}/mail-use",
    summary: "Show how many emails chains have sent today",
    access: "viewer",
    scope: "operations:read",
    params: accountParams,
    answer: z
      .object({
        sent_today: z
          .number()
          .int()
          .describe("Since 00:00 UTC. An email to three addresses counts as three."),
        per_day: z.number().int().describe("Further emails wait until the next day."),
        resets_at: time,
        sends_mail: z.boolean().describe("Whether the server can send email."),
      })
      .meta({ id: "MailUse" }),
  },
  showAskedMailRecipient: {
    method: "POST",
    path: "/mail-recipients/show",
    summary: "Show which account an address was asked about",
    description:
      "For the holder of the link. Takes the token in the body, because paths end up in the logs of proxies.",
    access: "public",
    scope: null,
    body: z.strictObject({ token: linkToken }),
    answer: asked,
  },
  answerAsMailRecipient: {
    method: "POST",
    path: "/mail-recipients/answer",
    summary: "Confirm or decline mail from an account",
    description: "The link keeps working, so that the answer can be changed later.",
    access: "public",
    scope: null,
    body: z.strictObject({ token: linkToken, answer: z.enum(recipientAnswers) }),
    answer: asked,
  },
});
