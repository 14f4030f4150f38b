import type { Insertable } from "kysely";
import type { ControlData, ControlTransaction } from "../control.ts";
import type { PasswordResetTable } from "../people-schema.ts";

/** The person whose password a link sets. */
export interface ResetUser {
  readonly id: number;
  readonly uuid: string;
  readonly email: string;
  readonly name: string;
}

/** Finds the person of an open link by the hash of its token. */
export async function findResetUser(
  db: ControlData,
  tokenHash: Uint8Array,
  nowUs: number,
): Promise<(ResetUser & { readonly isMailed: 0 | 1 }) | undefined> {
  return db
    .selectFrom("password_resets")
    .innerJoin("users", "users.id", "password_resets.user_id")
    .select(["users.id", "users.uuid", "users.email", "users.name", "is_mailed as isMailed"])
    .where("token_hash", "=", tokenHash)
    .where("expires_at", ">", nowUs)
    .executeTakeFirst();
}

export async function insertReset(
  tx: ControlTransaction,
  reset: Insertable<PasswordResetTable>,
): Promise<void> {
  await tx.insertInto("password_resets").values(reset).execute();
}

/** Deletes the expired links of everybody. */
export async function deleteExpiredResets(tx: ControlTransaction, nowUs: number): Promise<void> {
  await tx.deleteFrom("password_resets").where("expires_at", "<=", nowUs).execute();
}

/** Deletes all but the newest links of a person. */
export async function deleteSurplusResets(
  tx: ControlTransaction,
  userId: number,
  keptMax: number,
): Promise<void> {
  await tx
    .deleteFrom("password_resets")
    .where("user_id", "=", userId)
    .where("token_hash", "not in", (db) =>
      db
        .selectFrom("password_resets")
        .select("token_hash")
        .where("user_id", "=", userId)
        .orderBy("expires_at", "desc")
        .limit(keptMax),
    )
    .execute();
}

export async function deleteResets(tx: ControlTransaction, userId: number): Promise<void> {
  await tx.deleteFrom("password_resets").where("user_id", "=", userId).execute();
}
