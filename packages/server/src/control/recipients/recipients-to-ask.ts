import { sql } from "kysely";
import type { ControlData, ControlTransaction } from "../control.ts";
import { inLowerCase } from "../people/in-lower-case.ts";
import type { MailRecipientTable } from "../people-schema.ts";

export interface ToAsk {
  readonly id: number;
  readonly accountId: number;
  readonly accountName: string;
  readonly email: string;
}

interface AskingPace {
  /** Addresses that were mailed or tried later than this are left alone for now. */
  readonly mailedUntilUs: number;
  readonly triedUntilUs: number;
  readonly perAccountMax: number;
}

/** Returns addresses that wait to be asked: a few of each account, those untried for longest first. */
export async function recipientsToAsk(
  db: ControlData,
  { mailedUntilUs, triedUntilUs, perAccountMax }: AskingPace,
): Promise<ToAsk[]> {
  const waiting = db
    .selectFrom("mail_recipients")
    .innerJoin("accounts", "accounts.id", "account_id")
    .select((of) => [
      "mail_recipients.id as id",
      "account_id as accountId",
      "accounts.name as accountName",
      "email",
      of.fn
        .agg<number>("row_number")
        .over((over) =>
          over.partitionBy("account_id").orderBy(sql`coalesce(tried_at, 0)`).orderBy("mail_recipients.id"),
        )
        .as("place"),
    ])
    .where("state", "=", "waiting")
    .where("is_asked", "=", 0)
    .where(sql<number>`coalesce(mailed_at, 0)`, "<=", mailedUntilUs)
    .where(sql<number>`coalesce(tried_at, 0)`, "<=", triedUntilUs);
  return db
    .selectFrom(waiting.as("waiting"))
    .select(["id", "accountId", "accountName", "email"])
    .where("place", "<=", perAccountMax)
    .execute();
}

/**
 * Notes that the address is asked now. Returns the state it is in; undefined where it is gone, or where another process has begun
 * to ask it.
 */
export async function beginAsking(
  tx: ControlTransaction,
  id: number,
  { tokenHash, nowUs, triedUntilUs }: BegunAsking,
): Promise<MailRecipientTable["state"] | undefined> {
  const row = await tx
    .updateTable("mail_recipients")
    .set({ token_hash: tokenHash, tried_at: nowUs })
    .where("id", "=", id)
    .where(sql<number>`coalesce(tried_at, 0)`, "<=", triedUntilUs)
    .returning("state")
    .executeTakeFirst();
  return row?.state;
}

interface BegunAsking {
  readonly tokenHash: Uint8Array;
  readonly nowUs: number;
  /** Who was tried later than this is being asked already. */
  readonly triedUntilUs: number;
}

/** Counts the tries since then: by the account for other addresses, and at the address. */
export async function countTries(
  db: ControlData,
  { id, accountId, email }: ToAsk,
  sinceUs: number,
): Promise<{ readonly byAccount: number; readonly ofAddress: number }> {
  const address = sql<string>`lower(email)`;
  const asked = inLowerCase(email);
  return db
    .selectFrom("mail_recipients")
    .select((of) => [
      of.fn.countAll<number>().filterWhere("account_id", "=", accountId).as("byAccount"),
      of.fn.countAll<number>().filterWhere(address, "=", asked).as("ofAddress"),
    ])
    .where((where) => where.or([where("account_id", "=", accountId), where(address, "=", asked)]))
    .where("tried_at", ">", sinceUs)
    .where("id", "<>", id)
    .executeTakeFirstOrThrow();
}
