import type { Updateable } from "kysely";
import type { ControlData, ControlReader, ControlTransaction } from "../control.ts";
import { inLowerCase } from "../people/in-lower-case.ts";
import type { MailRecipientTable } from "../people-schema.ts";

/** An address outside an account that its chains send mail to. */
export interface Recipient {
  readonly id: number;
  readonly uuid: string;
  readonly email: string;
  readonly state: RecipientState;
  readonly isAsked: 0 | 1;
  /** When the last link was mailed; null if none was. */
  readonly mailedAt: number | null;
  readonly answeredAt: number | null;
  readonly createdAt: number;
}

export type RecipientState = Exclude<MailRecipientTable["state"], "removed">;

/** Oldest first. */
export async function listRecipients(
  control: ControlReader,
  accountId: number,
  { afterId = 0, limit }: { readonly afterId?: number | undefined; readonly limit: number },
): Promise<Recipient[]> {
  return recipientsWithin(control, control.db, accountId)
    .where("id", ">", afterId)
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** `db` may be a transaction. */
export async function findRecipient(
  control: ControlReader,
  db: ControlData,
  { accountId, uuid }: { readonly accountId: number; readonly uuid: string },
): Promise<Recipient | undefined> {
  return recipientsWithin(control, db, accountId).where("uuid", "=", uuid).executeTakeFirst();
}

function recipientsWithin(control: ControlReader, db: ControlData, accountId: number) {
  const ofAccount = db
    .selectFrom("mail_recipients")
    .select([
      "id",
      "uuid",
      "email",
      "is_asked as isAsked",
      "mailed_at as mailedAt",
      "answered_at as answeredAt",
      "created_at as createdAt",
    ])
    .select((row) => row.ref("state").$castTo<RecipientState>().as("state"))
    .where("state", "<>", "removed")
    .where("account_id", "=", accountId);
  return control.accountId === null ? ofAccount : ofAccount.where("account_id", "=", control.accountId);
}

/** Finds a recipient by the hash of the last mailed token. */
export async function findRecipientByToken(db: ControlData, tokenHash: Uint8Array) {
  return db
    .selectFrom("mail_recipients")
    .innerJoin("accounts", "accounts.id", "mail_recipients.account_id")
    .select(["mail_recipients.id", "account_id as accountId", "email", "accounts.name as accountName"])
    .select((row) => row.ref("state").$castTo<RecipientState>().as("state"))
    .where("token_hash", "=", tokenHash)
    .executeTakeFirst();
}

export async function recipientEmails(db: ControlData, accountId: number): Promise<string[]> {
  const rows = await db
    .selectFrom("mail_recipients")
    .select("email")
    .where("account_id", "=", accountId)
    .where("state", "<>", "removed")
    .execute();
  return rows.map(({ email }) => email);
}

/** Adds an address that waits to be asked. A removed one is restored, with the time it was last asked. */
export async function putWaitingRecipient(
  tx: ControlTransaction,
  {
    uuid,
    accountId,
    email,
    nowUs,
  }: { readonly uuid: string; readonly accountId: number; readonly email: string; readonly nowUs: number },
): Promise<void> {
  const fresh = { state: "waiting", is_asked: 0, created_at: nowUs, answered_at: null } as const;
  const known = await tx
    .updateTable("mail_recipients")
    .set(fresh)
    .where("account_id", "=", accountId)
    .where(({ eb, fn }) => eb(fn<string>("lower", ["email"]), "=", inLowerCase(email)))
    .returning("id")
    .executeTakeFirst();
  if (known !== undefined) return;
  await tx
    .insertInto("mail_recipients")
    .values({ uuid, account_id: accountId, email, ...fresh })
    .execute();
}

/** The changes of a recipient. */
type RecipientChanges = Updateable<MailRecipientTable>;

/** Returns its state; undefined if it no longer exists. */
export async function updateRecipient(
  tx: ControlTransaction,
  id: number,
  values: RecipientChanges,
): Promise<MailRecipientTable["state"] | undefined> {
  const row = await tx
    .updateTable("mail_recipients")
    .set(values)
    .where("id", "=", id)
    .returning("state")
    .executeTakeFirst();
  return row?.state;
}

/** Deletes recipients of all accounts that were removed and not asked since then. */
export async function deleteRemovedRecipients(tx: ControlTransaction, triedUntilUs: number): Promise<void> {
  await tx
    .deleteFrom("mail_recipients")
    .where("state", "=", "removed")
    .where((row) => row.or([row("tried_at", "is", null), row("tried_at", "<", triedUntilUs)]))
    .execute();
}
