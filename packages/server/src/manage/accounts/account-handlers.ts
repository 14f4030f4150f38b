import type { Role } from "@weir/protocol/manage/access";
import type { accountRoutes } from "@weir/protocol/manage/account-routes";
import { z } from "zod";
import { type Account, accountsOnPage } from "../../control/accounts/accounts.ts";
import { listAccountsOfUser } from "../../control/people/accounts-of-user.ts";
import type { Grant } from "../../control/people/grants.ts";
import { listMembers, type Member } from "../../control/people/memberships.ts";
import { formatMicros } from "../../platform/instant.ts";
import { cutPage, readCursor } from "../../web/record-cursor.ts";
import { expectedTag } from "../chains/chain-revision.ts";
import type { AccountContext } from "../core/api-context.ts";
import { callingUser } from "../core/calling-user.ts";
import type { HandlersOf } from "../core/handler.ts";
import { succeed } from "../core/manage-error.ts";
import { microsOrNull } from "../core/records/record-values.ts";
import { createAccountOfUser, renameAccount, showAccount } from "../people/accounts-of-user.ts";
import { changeRole, leaveAccount, listGrants, removeMember } from "../people/members.ts";
import { notifyPerson } from "../people/notify-person.ts";
import { requireSecondFactor } from "../people/required-second-factor.ts";

const idKey = z.number().int();
const emailKey = z.string().max(254);

export const accountHandlers: HandlersOf<typeof accountRoutes> = {
  async listAccounts({ caller, control }, { query: { limit, cursor } }) {
    if (caller?.kind === "key") {
      const shown = await showAccount(control, caller.accountId);
      return shown.ok ? succeed({ items: [accountJson(shown.value, "editor")], next: null }) : shown;
    }
    const after = readCursor(cursor, idKey);
    if (!after.ok) return after;
    const page = { afterId: after.value, limit: limit + 1 };
    const found =
      caller?.kind === "user"
        ? await listAccountsOfUser(control, caller.userId, page)
        : (await accountsOnPage(control, page)).map((account) => ({ ...account, role: "owner" as const }));
    const { items, next } = cutPage(found, limit, ({ id }) => id);
    return succeed({ items: items.map((account) => accountJson(account, account.role)), next });
  },

  async createAccount(context, { body }) {
    const { control, accountRules } = context;
    const made = await createAccountOfUser(control, callingUser(context).userId, body.name, accountRules);
    if (!made.ok) return made;
    const { role, ...account } = made.value;
    return succeed(accountJson(account, role));
  },

  async showAccount({ control, account }) {
    const shown = await showAccount(control, account.id);
    if (!shown.ok) return shown;
    return { ok: true, value: accountJson(shown.value, account.role), etag: tagOf(shown.value) };
  },

  async renameAccount(context, { body }) {
    const { control, account, request } = context;
    const expected = expectedTag(request);
    const isExpected = (found: Account) => expected === undefined || expected === tagOf(found);
    const renamed = await renameAccount(control, account.id, body.name, isExpected);
    if (!renamed.ok) return renamed;
    const { after } = renamed.value;
    return { ok: true, value: accountJson(after, account.role), etag: tagOf(after) };
  },

  async requireSecondFactor(context, { body }) {
    const { control, account } = context;
    const { userId } = callingUser(context);
    const rule = { accountId: account.id, accountUuid: account.uuid, isRequired: body.required, userId };
    const set = await requireSecondFactor(control, rule);
    return set;
  },

  async leaveAccount(context) {
    const { userId } = callingUser(context);
    const left = await leaveAccount(context.control, context.account.id, userId);
    return left.ok ? succeed(null) : left;
  },

  async listMembers({ control, account }, { query: { limit, cursor } }) {
    const after = readCursor(cursor, emailKey);
    if (!after.ok) return after;
    const found = await listMembers(control, account.id, { afterEmail: after.value, limit: limit + 1 });
    const { items, next } = cutPage(found, limit, ({ email }) => email);
    return succeed({ items: items.map(memberJson), next });
  },

  async changeMember(context, { params, body }) {
    const { control, account } = context;
    const changed = await changeRole(control, account.id, { member: params.member, role: body.role });
    if (!changed.ok) return changed;
    const { before, after } = changed.value;
    if (before.role !== after.role) notifyOfRole(context, after.userId, after.role);
    return succeed(memberJson(after));
  },

  async listMemberGrants({ control, account }, { params }) {
    const listed = await listGrants(control, account.id, params.member);
    return listed.ok ? succeed({ items: listed.value.map(grantJson), next: null }) : listed;
  },

  async removeMember(context, { params, query }) {
    const revokesGrants = query.grants === "revoke";
    const wanted = { member: params.member, revokesGrants };
    const removed = await removeMember(context.control, context.account.id, wanted);
    if (!removed.ok) return removed;
    notifyOfRole(context, removed.value.userId, null);
    return succeed(null);
  },
};

/** Nobody is notified of their own actions. */
function notifyOfRole(context: AccountContext, userId: number, role: Role | null): void {
  if (context.caller?.kind === "user" && userId === context.caller.userId) return;
  notifyPerson(context, userId, { kind: "role changed", account: context.account.name, role });
}

function accountJson({ uuid, name, createdAt }: Account, role: Role) {
  return { uuid, name, role, created_at: formatMicros(createdAt) };
}

function grantJson({ kind, uuid, name, createdAt, expiresAt, lastUsedAt }: Grant) {
  const [created_at, expires_at, last_used_at] = [
    formatMicros(createdAt),
    microsOrNull(expiresAt),
    microsOrNull(lastUsedAt),
  ];
  return { kind, uuid, name, created_at, expires_at, last_used_at };
}

function memberJson({ uuid, email, emailVerifiedAt, name, role, joinedAt }: Member) {
  const verified = emailVerifiedAt !== null;
  return { uuid, email, email_verified: verified, name, role, joined_at: formatMicros(joinedAt) };
}

/** The version covers what people can edit about an account: its name. */
function tagOf({ name }: Account): string {
  return Bun.SHA256.hash(name, "hex").slice(0, 16);
}
