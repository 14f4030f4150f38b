import { z } from "zod";
import { roles } from "./access.ts";
import { accountParams } from "./account-params.ts";
import { linkToken } from "./link-token.ts";
import { newPassword } from "./new-password.ts";
import { pageOf, pageQuery } from "./paging.ts";
import { defineRoutes } from "./route.ts";

const role = z.enum(roles);

const invitation = z
  .object({
    uuid: z.uuid(),
    email: z.string(),
    role,
    invited_by: z.string().describe("Email of the person who invites."),
    invited_by_name: z
      .string()
      .nullable()
      .describe("Their name; null if no person has this email address any longer."),
    created_at: z.string(),
    expires_at: z.string(),
  })
  .meta({ id: "Invitation" });

const issuedInvitation = invitation
  .extend({
    token: z
      .string()
      .nullable()
      .describe("Shown only once. Anyone who has it can join the account. Null if the server sends email."),
    link: z.string().nullable().describe("The page to accept the invitation, including the token."),
    mail: z
      .enum(["sent", "failed", "not set up"])
      .describe(
        "Whether the link was emailed to the address. If mail is not set up, send the link yourself; the person is then shown as unverified. If sending failed, invite again.",
      ),
  })
  .meta({ id: "IssuedInvitation" });

const acceptance = z.strictObject({
  token: linkToken,
  name: z.string().trim().min(1).max(200).optional().describe("Required for a new person."),
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
    summary: "Invite a person",
    description:
      "The invitation is valid for seven days and one person. If the server can send email, the link is emailed and shown to nobody else, so that using it verifies the address; you need a verified address yourself. Inviting an address again creates a new link and revokes the old one.",
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
      "Takes the token in the body, because paths end up in the logs of proxies. For the holder of the link, before accepting. Answers 404 for a used or revoked invitation and 410 for an expired one.",
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
      "A signed-in person joins the account. A new person gives a name and a password, and is signed in by the cookie of the answer. If a person with the address already exists, they have to sign in first. Only an emailed link to an address that was never verified takes over that sign-in, with a new password.",
    access: "public",
    scope: null,
    body: acceptance,
    answer: joined,
  },
});
