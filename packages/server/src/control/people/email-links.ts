import type { EmailLinkPurpose } from "@weir/protocol/closed-sets";
import type { Insertable, Selectable } from "kysely";
import type { ControlData, ControlTransaction } from "../control.ts";
import type { EmailLinkTable } from "../people-schema.ts";

/** Finds an open link by the hash of its token. */
export function findEmailLink(
  db: ControlData,
  tokenHash: Uint8Array,
  nowUs: number,
): Promise<Selectable<EmailLinkTable> | undefined> {
  return db
    .selectFrom("email_links")
    .selectAll()
    .where("token_hash", "=", tokenHash)
    .where("expires_at", ">", nowUs)
    .executeTakeFirst();
}

/** Returns null if no change of address waits for confirmation. */
export async function pendingEmail(db: ControlData, userId: number, nowUs: number): Promise<string | null> {
  const pending = await db
    .selectFrom("email_links")
    .select("email")
    .where("user_id", "=", userId)
    .where("purpose", "=", "change")
    .where("expires_at", ">", nowUs)
    .executeTakeFirst();
  return pending?.email ?? null;
}

export async function insertEmailLink(
  tx: ControlTransaction,
  link: Insertable<EmailLinkTable>,
): Promise<void> {
  await tx.insertInto("email_links").values(link).execute();
}

/** Deletes a person's links for one purpose. */
export async function deleteEmailLinks(
  tx: ControlTransaction,
  userId: number,
  purpose: EmailLinkPurpose,
): Promise<void> {
  await tx.deleteFrom("email_links").where("user_id", "=", userId).where("purpose", "=", purpose).execute();
}

/** Deletes the expired links of everybody. */
export async function deleteExpiredEmailLinks(tx: ControlTransaction, nowUs: number): Promise<void> {
  await tx.deleteFrom("email_links").where("expires_at", "<=", nowUs).execute();
}

/** Deletes all but the newest links of a person for one purpose. */
export async function deleteSurplusEmailLinks(
  tx: ControlTransaction,
  userId: number,
  { purpose, keptMax }: { readonly purpose: EmailLinkPurpose; readonly keptMax: number },
): Promise<void> {
  await tx
    .deleteFrom("email_links")
    .where("user_id", "=", userId)
    .where("purpose", "=", purpose)
    .where("token_hash", "not in", (db) =>
      db
        .selectFrom("email_links")
        .select("token_hash")
        .where("user_id", "=", userId)
        .where("purpose", "=", purpose)
        .orderBy("expires_at", "desc")
        .limit(keptMax),
    )
    .execute();
}
