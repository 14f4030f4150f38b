import { z } from "zod";
import { recipientAnswers, recipientStates } from "../closed-sets.ts";
import { accountParams, time } from "./device-forms.ts";
import { pageOf, pageQuery } from "./paging.ts";
import { defineRoutes } from "./route.ts";

const path = "/accounts/{account}/mail-recipients";
const recipientParams = accountParams.extend({ recipient: z.uuid() });

const state = z
  .enum(recipientStates)
  .describe("`waiting`: there is no answer yet, and mails to the address wait in the outbox.");

const recipient = z
  .object({
    uuid: z.uuid(),
    email: z.string(),
    state,
    asked_at: time.nullable().describe("When the last link was mailed to it; null where none was yet."),
    answered_at: time.nullable(),
    created_at: time,
  })
  .meta({ id: "MailRecipient" });

const linkToken = z.string().min(1).max(100).describe("What stands behind the # of the link.");

const asked = z
  .object({ account: z.object({ name: z.string() }), email: z.string(), state })
  .meta({ id: "AskedMailRecipient" });

export const mailRecipientRoutes = defineRoutes("Mail recipients", {
  listMailRecipients: {
    method: "GET",
    path,
    summary: "List addresses outside the account that its chains send mail to",
    description:
      "Members get mail at their verified address at once. Any other address is asked by a mailed link, when a chain that names it is published or a mail to it is due. Mails to it wait for seven days until it has confirmed.",
    access: "viewer",
    scope: "chains:read",
    params: accountParams,
    query: pageQuery,
    answer: pageOf(recipient),
  },
  askMailRecipientAgain: {
    method: "POST",
    path: `${path}/{recipient}/ask-again`,
    summary: "Mail a new link to an address that has not answered",
    description: "At most once a day. The link before does not work any more then.",
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
      "Mails that wait for it are given up. A chain that still sends mail to it asks it again. An address that declined cannot be removed, because it must not be asked again.",
    access: "editor",
    scope: "chains:write",
    params: recipientParams,
    answer: null,
  },
  showMailUse: {
    method: "GET",
    path: "/accounts/{account}/mail-use",
    summary: "Show how many mails chains have sent today",
    access: "viewer",
    scope: "operations:read",
    params: accountParams,
    answer: z
      .object({
        sent_today: z.number().int().describe("Since 00:00 UTC. A mail to three addresses counts as three."),
        per_day: z.number().int().describe("Further mails wait until the next day."),
        resets_at: time,
        sends_mail: z.boolean().describe("Whether the server sends mail at all."),
      })
      .meta({ id: "MailUse" }),
  },
  showAskedMailRecipient: {
    method: "POST",
    path: "/mail-recipients/show",
    summary: "Show whose mail an address was asked about",
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
