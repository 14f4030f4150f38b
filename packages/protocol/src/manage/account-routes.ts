import { z } from "zod";
import { grantKinds } from "../closed-sets.ts";
import { roles } from "./access.ts";
import { accountParams } from "./account-params.ts";
import { pageOf, pageQuery } from "./paging.ts";
import { defineRoutes } from "./route.ts";

const name = z.string().trim().min(1).max(200);
const role = z.enum(roles);
const memberParams = accountParams.extend({ member: z.uuid().describe("The person's UUID.") });

const account = z
  .object({
    uuid: z.uuid(),
    name: z.string(),
    role: role.describe("The caller's role in the account."),
    created_at: z.string(),
  })
  .meta({ id: "Account" });

const member = z
  .object({
    uuid: z.uuid().describe("Of the person, the same in all accounts."),
    email: z.string(),
    email_verified: z
      .boolean()
      .describe(
        "Whether a link mailed to the address was opened. If not, the address may not belong to the person.",
      ),
    name: z.string(),
    role,
    joined_at: z.string(),
  })
  .meta({ id: "Member" });

const grant = z
  .object({
    kind: z.enum(grantKinds),
    uuid: z.string(),
    name: z
      .string()
      .describe("The name of the key, the board that the link shows, or the address that was invited."),
    created_at: z.string(),
    expires_at: z.string().nullable(),
    last_used_at: z.string().nullable(),
  })
  .meta({ id: "Grant" });

export const accountRoutes = defineRoutes("Accounts and members", {
  listAccounts: {
    method: "GET",
    path: "/accounts",
    summary: "List the accounts you are a member of",
    description: "With an API key: the account of the key. For the operator: all accounts.",
    access: "signed-in",
    scope: "account:read",
    query: pageQuery,
    answer: pageOf(account),
  },
  createAccount: {
    method: "POST",
    path: "/accounts",
    summary: "Create an account",
    description: "You become its owner. A person can own at most 50 accounts.",
    access: "signed-in",
    scope: null,
    body: z.strictObject({ name }),
    status: 201,
    answer: account,
  },
  showAccount: {
    method: "GET",
    path: "/accounts/{account}",
    summary: "Show an account",
    access: "viewer",
    scope: "account:read",
    params: accountParams,
    answer: account,
    versioned: true,
  },
  renameAccount: {
    method: "PATCH",
    path: "/accounts/{account}",
    summary: "Rename an account",
    access: "owner",
    scope: null,
    params: accountParams,
    body: z.strictObject({ name }),
    answer: account,
    versioned: true,
  },
  requireSecondFactor: {
    method: "PUT",
    path: "/accounts/{account}/second-factor",
    summary: "Require two-step sign-in for members, or stop requiring it",
    description:
      "From their next request on, members who have not set it up can do nothing else in the account " +
      "(`second_factor_needed`). The caller must have set it up to require it. API keys are not affected.",
    access: "owner",
    scope: null,
    proof: true,
    params: accountParams,
    body: z.strictObject({ required: z.boolean() }),
    answer: null,
  },
  leaveAccount: {
    method: "POST",
    path: "/accounts/{account}/leave",
    summary: "Leave an account",
    description:
      "The last owner who can sign in cannot leave. API keys you created stay, because they belong to the account.",
    access: "viewer",
    scope: null,
    params: accountParams,
    answer: null,
  },
  listMembers: {
    method: "GET",
    path: "/accounts/{account}/members",
    summary: "List the members of an account",
    description: "Sorted by email address.",
    access: "viewer",
    scope: "account:read",
    params: accountParams,
    query: pageQuery,
    answer: pageOf(member),
  },
  changeMember: {
    method: "PATCH",
    path: "/accounts/{account}/members/{member}",
    summary: "Change the role of a member",
    description:
      "Takes effect with the member's next request. The role of the last owner who can sign in cannot be changed.",
    access: "owner",
    scope: null,
    proof: true,
    params: memberParams,
    body: z.strictObject({ role }),
    answer: member,
  },
  listMemberGrants: {
    method: "GET",
    path: "/accounts/{account}/members/{member}/grants",
    summary: "List what a member made that works without them",
    description:
      "API keys, share links, provisioning keys and invitations that have not expired. They stay when the member is removed, unless you revoke them.",
    access: "owner",
    scope: null,
    params: memberParams,
    answer: z.object({ items: z.array(grant), next: z.null() }),
  },
  removeMember: {
    method: "DELETE",
    path: "/accounts/{account}/members/{member}",
    summary: "Remove a member",
    description:
      "Takes effect at once. What the member made and what works without them stays, unless `grants` is `revoke`. The last owner who can sign in cannot be removed.",
    access: "owner",
    scope: null,
    proof: true,
    params: memberParams,
    query: z.object({
      grants: z
        .enum(["keep", "revoke"])
        .default("keep")
        .describe("`revoke` also revokes everything that `listMemberGrants` lists."),
    }),
    answer: null,
  },
});
