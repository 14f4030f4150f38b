import { z } from "zod";
import { roles } from "./access.ts";
import { newPassword } from "./new-password.ts";
import { pageOf, pageQuery } from "./paging.ts";
import { defineRoutes } from "./route.ts";

const accountParams = z.object({ account: z.uuid() });
const role = z.enum(roles);

const invitation = z
  .object({
    uuid: z.uuid(),
    email: z.string(),
    role,
    invited_by: z.string().describe("E-mail of the person who invites."),
    invited_by_name: z
      .string()
      .nullable()
      .describe("Their name; null if nobody has that e-mail address any more."),
    created_at: z.string(),
    expires_at: z.string(),
  })
  .meta({ id: "Invitation" });

const issuedInvitation = invitation
  .extend({
    token: z
      .string()
      .nullable()
      .describe("Shown only once. Anybody who has it can join the account. Null if the server sends mail."),
    link: z.string().nullable().describe("The page on which to accept, with the token in it."),
    mail: z
      .enum(["sent", "failed", "not set up"])
      .describe(
        "Whether the link went to the address by mail. If mail is not set up, pass it on yourself: the person is shown as unverified then. If it failed, invite again.",
      ),
  })
  .meta({ id: "IssuedInvitation" });

const linkToken = z.string().min(1).max(100).describe("What stands behind the # of the link.");

const acceptance = z.strictObject({
  token: linkToken,
  name: z.string().trim().min(1).max(200).optional().describe("Of a person who is new here."),
  password: newPassword.optional(),
});

const joined = z
  .object({
    account: z.object({ uuid: z.uuid(), name: z.string() }),
    role,
    email: z.string().describe("Of the person who has joined."),
    signed_in: z.boolean().describe("Whether this answer has signed a new person in."),
  })
  .meta({ id: "JoinedAccount" });

const shownInvitation = invitation
  .omit({ uuid: true, created_at: true })
  .extend({ account: z.object({ name: z.string() }) })
  .meta({ id: "ShownInvitation" });

export const invitationRoutes = defineRoutes("Invitations", {
  listInvitations: {
    method: "GET",
    path: "/accounts/{account}/invitations",
    summary: "List open invitations",
    access: "owner",
    scope: null,
    params: accountParams,
    query: pageQuery,
    answer: pageOf(invitation),
  },
  createInvitation: {
    method: "POST",
    path: "/accounts/{account}/invitations",
    summary: "Invite somebody",
    description:
      "The invitation is good for seven days and for one person. Where the server can send mail, the link goes to the address and is shown to nobody else, so that using it verifies the address; you need a verified address yourself. Inviting an address again makes a new link; the old one is dead then.",
    access: "owner",
    scope: null,
    proof: true,
    params: accountParams,
    body: z.strictObject({ email: z.string().trim().min(3).max(254), role }),
    status: 201,
    answer: issuedInvitation,
  },
  revokeInvitation: {
    method: "DELETE",
    path: "/accounts/{account}/invitations/{invitation}",
    summary: "Revoke an invitation",
    access: "owner",
    scope: null,
    params: accountParams.extend({ invitation: z.uuid() }),
    answer: null,
  },
  showInvitation: {
    method: "POST",
    path: "/invitations/show",
    summary: "Show what an invitation is for",
    description:
      "Takes the token in the body, because paths end up in the logs of proxies. For the holder of the link, before accepting. A used or revoked invitation is not found; an expired one is gone.",
    access: "public",
    scope: null,
    body: z.strictObject({ token: linkToken }),
    answer: shownInvitation,
  },
  acceptInvitation: {
    method: "POST",
    path: "/invitations/accept",
    summary: "Accept an invitation",
    description:
      "Somebody who is signed in joins the account. Somebody new gives a name and a password, and is signed in by the answer's cookie. An address that somebody has already is refused: they have to sign in first. Only a mailed link to an address that was never verified takes that sign-in over, with a new password.",
    access: "public",
    scope: null,
    body: acceptance,
    answer: joined,
  },
});
