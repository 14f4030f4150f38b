import { readAccountUse } from "../../../control/account-use.ts";
import {
  type AccountDeletion,
  deleteDeletion,
  deletionOf,
  hasOtherAccount,
  insertDeletion,
  peopleOnlyIn,
  updateDeletion,
} from "../../../control/accounts/account-deletions.ts";
import { accountById, accountExists } from "../../../control/accounts/accounts.ts";
import { tenantOf } from "../../../control/accounts/tenants.ts";
import type { AuditEntry } from "../../../control/audit/audit-log.ts";
import { nothingToAudit } from "../../../control/audit/audited-action.ts";
import type { Control } from "../../../control/control.ts";
import { formatMicros } from "../../../platform/instant.ts";
import { type Changed, commitChange } from "../../core/commit-change.ts";
import { type Refusal, type Result, refuse, succeed } from "../../core/manage-error.ts";
import { unknownAccount } from "../../core/unknown-account.ts";
import { lastAccountExport } from "../../transfer/exports/account-export.ts";

const dayUs = 86_400_000_000;

interface WantedDeletion {
  readonly accountId: number;
  /** The name as the caller typed it. */
  readonly name: string;
  readonly days: number;
}

/**
 * Asks for the deletion of an account. Until it is due, everything works as before, and an owner can cancel it. Asking
 * again changes nothing, except that a deletion that is due earlier is not put off. `control` must reach every account.
 */
export async function askDeletion(
  control: Control,
  { accountId, name, days }: WantedDeletion,
): Promise<Result<AccountDeletion>> {
  return commitChange<AccountDeletion>(control, async (tx) => {
    if (!(await accountExists(control, tx, accountId))) return unknownAccount();
    const account = await accountById(tx, accountId);
    if (name.trim() !== account.name) return wrongName(account.name);
    const nowUs = control.nowUs();
    const due_at = nowUs + days * dayUs;
    const asked = await deletionOf(tx, accountId);
    if (asked !== undefined && (asked.begun_at !== null || asked.due_at <= due_at))
      return succeed({ value: asked, audit: nothingToAudit("it was asked for before"), changes: [] });
    if (!(await hasOtherAccount(tx, accountId))) return lastAccount(account.name);
    const deletion = {
      account_id: accountId,
      uuid: account.uuid,
      name: account.name,
      tenant_id: await tenantOf(tx, accountId),
      asked_by: control.actor.name,
      asked_at: nowUs,
      due_at,
    };
    if (asked === undefined) await insertDeletion(tx, deletion);
    else await updateDeletion(tx, accountId, { due_at });
    const value = (await deletionOf(tx, accountId))!;
    return succeed(
      changed(value, "account.ask-deletion", { name: account.name, due_at: formatMicros(due_at) }),
    );
  });
}

/** Possible until the deletion begins. */
export async function cancelDeletion(control: Control, accountId: number): Promise<Result<AccountDeletion>> {
  return commitChange<AccountDeletion>(control, async (tx) => {
    const asked = await deletionOf(tx, accountId);
    if (asked === undefined)
      return refuse("no_account_deletion", "Nobody has asked for the deletion of this account.");
    if (asked.begun_at !== null)
      return refuse("account_deletion_begun", "The deletion has begun and can no longer be cancelled.");
    await deleteDeletion(tx, accountId);
    return succeed(changed(asked, "account.cancel-deletion", { name: asked.name }));
  });
}

interface DeletionPreview {
  readonly deletion: AccountDeletion | undefined;
  readonly devices: number;
  readonly sensors: number;
  /** Emails of the people who are deleted with the account. */
  readonly people: readonly string[];
  /** The last complete export of its readings. */
  readonly lastExport: AuditEntry | null;
  readonly isOnlyAccount: boolean;
}

/** `control` must reach every account. */
export async function previewDeletion(control: Control, accountId: number): Promise<DeletionPreview> {
  const { db } = control;
  const deletion = await deletionOf(db, accountId);
  const { devices, sensors } = await readAccountUse(db, accountId);
  const people = (await peopleOnlyIn(db, accountId)).map(({ email }) => email);
  const lastExport = await lastAccountExport(control, accountId);
  const isOnlyAccount = !(await hasOtherAccount(db, accountId));
  return { deletion, devices, sensors, people, lastExport, isOnlyAccount };
}

function changed(deletion: AccountDeletion, action: string, after: object): Changed<AccountDeletion> {
  const { account_id: accountId, uuid: subject } = deletion;
  return {
    value: deletion,
    audit: [{ accountId, action, subjectKind: "account", subject, after }],
    changes: [{ kind: "account", accountId }],
  };
}

function wrongName(name: string): Refusal {
  return refuse(
    "wrong_account_name",
    `This is not the name of the account. Type "${name}" to confirm that you want to delete it.`,
  );
}

function lastAccount(name: string): Refusal {
  return refuse(
    "last_account",
    `"${name}" is the only account of this server that stays. A server keeps one account, so that somebody can sign in. Create another account first.`,
  );
}
