import type { accountDeletionRoutes } from "@weir/protocol/manage/account-deletion-routes";
import type { operatorDeletionRoutes } from "@weir/protocol/manage/operator-deletion-routes";
import { z } from "zod";
import {
  type AccountDeletion,
  deletionByUuid,
  deletionsOnPage,
} from "../../../control/accounts/account-deletions.ts";
import { accountByUuid } from "../../../control/accounts/accounts.ts";
import { listAudit } from "../../../control/audit/audit-log.ts";
import { ownersOf } from "../../../control/people/memberships.ts";
import { formatMicros } from "../../../platform/instant.ts";
import { cutPage, readCursor } from "../../../web/record-cursor.ts";
import { auditPageJson, readAuditRequest } from "../../audit/audit-page.ts";
import type { ApiContext } from "../../core/api-context.ts";
import type { HandlersOf } from "../../core/handler.ts";
import { refuse, succeed } from "../../core/manage-error.ts";
import { microsOrNull } from "../../core/records/record-values.ts";
import { notifyPerson } from "../../people/notify-person.ts";
import { askDeletion, cancelDeletion, previewDeletion } from "./account-deletion.ts";

const pageKey = z.object({ askedAt: z.number().int(), accountId: z.number().int() });

export const accountDeletionHandlers: HandlersOf<
  typeof accountDeletionRoutes & typeof operatorDeletionRoutes
> = {
  async showAccountDeletion({ allAccounts, account, accountRules }) {
    const preview = await previewDeletion(allAccounts, account.id);
    const { deletion, devices, sensors, people, lastExport, isOnlyAccount } = preview;
    return succeed({
      deletion: deletion === undefined ? null : deletionJson(deletion),
      grace_days: accountRules.deletionDays,
      devices,
      sensors,
      people: [...people],
      is_only_account: isOnlyAccount,
      last_export: lastExport && { at: formatMicros(lastExport.happenedAt), by: lastExport.actor },
    });
  },

  async askAccountDeletion(context, { body }) {
    const { allAccounts, account, accountRules } = context;
    const wanted = { accountId: account.id, name: body.name, days: accountRules.deletionDays };
    const asked = await askDeletion(allAccounts, wanted);
    if (!asked.ok) return asked;
    await notifyOwners(context, asked.value, asked.value.due_at);
    return succeed(deletionJson(asked.value));
  },

  async cancelAccountDeletion(context) {
    const cancelled = await cancelDeletion(context.control, context.account.id);
    if (!cancelled.ok) return cancelled;
    await notifyOwners(context, cancelled.value, null);
    return succeed(null);
  },

  async deleteAccountNow(context, { body }) {
    const account = await accountByUuid(context.control, body.account);
    if (account === undefined) return refuse("unknown_account", "This account does not exist.");
    const asked = await askDeletion(context.control, { accountId: account.id, name: body.name, days: 0 });
    if (!asked.ok) return asked;
    await notifyOwners(context, asked.value, asked.value.due_at);
    return succeed(deletionJson(asked.value));
  },

  async listDeletedAccounts({ control }, { query: { limit, cursor } }) {
    const before = readCursor(cursor, pageKey);
    if (!before.ok) return before;
    const found = await deletionsOnPage(control.db, { before: before.value, limit: limit + 1 });
    const keyOf = (row: AccountDeletion) => ({ askedAt: row.asked_at, accountId: row.account_id });
    const { items, next } = cutPage(found, limit, keyOf);
    return succeed({ items: items.map(deletedJson), next });
  },

  async listDeletedAudit({ control }, { params, query }) {
    const deletion = await deletionByUuid(control.db, params.deleted);
    if (deletion === undefined) return refuse("unknown_account", "No account with this UUID was deleted.");
    const read = readAuditRequest(query);
    if (!read.ok) return read;
    return succeed(auditPageJson(await listAudit(control, deletion.account_id, read.value)));
  },
};

/** `dueAt` is null if the deletion was cancelled. Nobody is notified of what they did themselves, except by the page. */
async function notifyOwners(
  context: ApiContext,
  { account_id: accountId, name }: AccountDeletion,
  dueAt: number | null,
): Promise<void> {
  if (!context.mails.isSetUp) return;
  for (const userId of await ownersOf(context.allAccounts.db, accountId))
    notifyPerson(context, userId, { kind: "account deletion", account: name, dueAt });
}

function deletionJson({ asked_at, asked_by, due_at, begun_at }: AccountDeletion) {
  return {
    asked_at: formatMicros(asked_at),
    asked_by,
    due_at: formatMicros(due_at),
    begun: begun_at !== null,
  };
}

function deletedJson({ uuid, name, asked_by, asked_at, due_at, begun_at, ended_at }: AccountDeletion) {
  return {
    uuid,
    name,
    asked_by,
    asked_at: formatMicros(asked_at),
    due_at: formatMicros(due_at),
    begun_at: microsOrNull(begun_at),
    ended_at: microsOrNull(ended_at),
  };
}
