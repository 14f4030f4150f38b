import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import { type AuditedAction, nothingToAudit } from "../../control/audit/audited-action.ts";
import type { ControlSchema } from "../../control/control-schema.ts";
import type { ControlReader, ControlStore, ControlTransaction } from "../../control/control-store.ts";
import type { MailRecipientTable } from "../../control/people-schema.ts";
import { commitChange } from "../commit-change.ts";
import { type Refusal, type Result, refuse, succeed } from "../manage-error.ts";

/**
 * Addresses outside an account that its chains send mail to. Each is asked once, by a mailed link; until its owner has
 * confirmed, nothing else is sent to it (see docs/decisions/0019-mail-of-chains.md). RecipientAsker mails the links.
 */
export interface Recipient {
  readonly id: number;
  readonly uuid: string;
  readonly email: string;
  readonly state: RecipientState;
  readonly isAsked: 0 | 1;
  /** When the last link was mailed; null where none was. */
  readonly mailedAt: number | null;
  readonly answeredAt: number | null;
  readonly createdAt: number;
}

export type RecipientState = Exclude<MailRecipientTable["state"], "removed">;

export const recipientsPerAccountMax = 1000;
/** How long the same account cannot ask the same address again. */
export const askAgainUs = 86_400_000_000;

/** The oldest first. */
export async function listRecipients(
  store: ControlReader,
  accountId: number,
  { afterId = 0, limit }: { readonly afterId?: number | undefined; readonly limit: number },
): Promise<Recipient[]> {
  return recipientsWithin(store, store.db, accountId)
    .where("id", ">", afterId)
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** Notes that the address is to be asked, unless it is known already. For mail that is due. */
export async function noteRecipient(store: ControlStore, accountId: number, email: string): Promise<void> {
  await commitChange(store, async (tx) => {
    const noted = await noteRecipients(tx, { accountId, emails: [email], nowUs: store.nowUs() });
    return succeed({
      value: null,
      audit: nothingToAudit("nobody did it: a mail of a chain was due; the answer is entered"),
      changes: noted > 0 ? [{ kind: "recipients" }] : [],
    });
  });
}

/** Returns how many are new. Past the limit none is: the mails wait until there is room or their time is up. */
export async function noteRecipients(
  tx: ControlTransaction,
  {
    accountId,
    emails,
    nowUs,
  }: { readonly accountId: number; readonly emails: readonly string[]; readonly nowUs: number },
): Promise<number> {
  const known = await tx
    .selectFrom("mail_recipients")
    .select("email")
    .where("account_id", "=", accountId)
    .where("state", "<>", "removed")
    .execute();
  const members = await tx
    .selectFrom("users")
    .innerJoin("memberships", "memberships.user_id", "users.id")
    .select("email")
    .where("account_id", "=", accountId)
    .where("email_verified_at", "is not", null)
    .execute();
  const isKnown = new Set([...known, ...members].map(({ email }) => email.toLowerCase()));
  const added = emails
    .filter((email) => !isKnown.has(email.toLowerCase()))
    .slice(0, Math.max(0, recipientsPerAccountMax - known.length));
  for (const email of added) {
    const fresh = { state: "waiting", is_asked: 0, created_at: nowUs, answered_at: null } as const;
    await tx
      .insertInto("mail_recipients")
      .values({ uuid: randomUUID(), account_id: accountId, email, ...fresh })
      .onConflict((conflict) => conflict.columns(["account_id", "email"]).doUpdateSet(fresh))
      .execute();
  }
  return added.length;
}

/** Asks an address once more that has not answered, at most once a day. */
export async function askRecipientAgain(
  store: ControlStore,
  accountId: number,
  uuid: string,
): Promise<Result<Recipient>> {
  return commitChange(store, async (tx) => {
    const found = await recipientsWithin(store, tx, accountId).where("uuid", "=", uuid).executeTakeFirst();
    if (found === undefined) return unknownRecipient();
    if (found.state !== "waiting") return answeredAlready(found);
    if (found.mailedAt !== null && store.nowUs() - found.mailedAt < askAgainUs) {
      return refuse("asked_recently", `${found.email} was asked within the last 24 hours. Try again later.`);
    }
    await tx.updateTable("mail_recipients").set({ is_asked: 0 }).where("id", "=", found.id).execute();
    return succeed({
      value: { ...found, isAsked: 0 as const },
      audit: [actionOnRecipient(accountId, "mail-recipient.ask-again", found.email)],
      changes: [{ kind: "recipients" }],
    });
  });
}

/**
 * Forgets the address and its confirmation; a chain that still sends mail to it has to ask anew. One that declined stays,
 * because its owner must not be asked again.
 */
export async function removeRecipient(
  store: ControlStore,
  accountId: number,
  uuid: string,
): Promise<Result<Recipient>> {
  return commitChange(store, async (tx) => {
    const found = await recipientsWithin(store, tx, accountId).where("uuid", "=", uuid).executeTakeFirst();
    if (found === undefined) return unknownRecipient();
    if (found.state === "declined") return answeredAlready(found);
    const forgotten = { state: "removed", token_hash: null, is_asked: 0, answered_at: null } as const;
    await tx.updateTable("mail_recipients").set(forgotten).where("id", "=", found.id).execute();
    await forgetRemoved(tx, store.nowUs());
    const entry = actionOnRecipient(accountId, "mail-recipient.remove", found.email);
    // Not announced: delivery would ask the address again for the mails that wait for it, and these are given up next.
    return succeed({ value: found, audit: [{ ...entry, before: { state: found.state } }], changes: [] });
  });
}

/** Those that may be asked again anyway. */
async function forgetRemoved(tx: ControlTransaction, nowUs: number): Promise<void> {
  await tx
    .deleteFrom("mail_recipients")
    .where("state", "=", "removed")
    .where((row) => row.or([row("tried_at", "is", null), row("tried_at", "<", nowUs - askAgainUs)]))
    .execute();
}

export function recipients(db: Kysely<ControlSchema>) {
  return db
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
    .where("state", "<>", "removed");
}

function recipientsWithin(store: ControlReader, db: Kysely<ControlSchema>, accountId: number) {
  const ofAccount = recipients(db).where("account_id", "=", accountId);
  return store.accountId === null ? ofAccount : ofAccount.where("account_id", "=", store.accountId);
}

export function actionOnRecipient(accountId: number, action: string, email: string): AuditedAction {
  return { accountId, action, subjectKind: "mail recipient", subject: email };
}

function unknownRecipient(): Refusal {
  return refuse("unknown_recipient", "The account has no such mail recipient.");
}

function answeredAlready({ email, state }: Recipient): Refusal {
  const message =
    state === "declined"
      ? `${email} does not want mail from this account. Only the owner of the address can change that, with the link in the mail that asked.`
      : `${email} has confirmed already.`;
  return refuse("recipient_answered", message);
}
