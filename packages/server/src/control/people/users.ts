import type { Insertable, Selectable, Updateable } from "kysely";
import type { ControlData, ControlTransaction } from "../control.ts";
import type { UserTable } from "../people-schema.ts";
import { inLowerCase } from "./in-lower-case.ts";

/** A person. The row has hashes and sealed bytes in it, so it never leaves manage/people/. */
export type UserRow = Selectable<UserTable>;

/** Stands for "none yet": a person whom the operator created, and who has not used their link. No password fits it. */
export const noPassword = "";

/** By email, whatever the case of its letters. */
export function findUserByEmail(db: ControlData, email: string): Promise<UserRow | undefined> {
  return db
    .selectFrom("users")
    .selectAll()
    .where(({ eb, fn }) => eb(fn<string>("lower", ["email"]), "=", inLowerCase(email.trim())))
    .executeTakeFirst();
}

export function findUserById(db: ControlData, userId: number): Promise<UserRow | undefined> {
  return db.selectFrom("users").selectAll().where("id", "=", userId).executeTakeFirst();
}

/** Everybody, in the order of their email addresses. */
export function allUsers(db: ControlData): Promise<UserRow[]> {
  return db
    .selectFrom("users")
    .selectAll()
    .orderBy(({ fn }) => fn("lower", ["email"]))
    .execute();
}

export function insertUser(tx: ControlTransaction, user: Insertable<UserTable>): Promise<UserRow> {
  return tx.insertInto("users").values(user).returningAll().executeTakeFirstOrThrow();
}

export async function updateUser(
  tx: ControlTransaction,
  userId: number,
  values: Updateable<UserTable>,
): Promise<void> {
  await tx.updateTable("users").set(values).where("id", "=", userId).execute();
}

/** False where a one-time password of this step or a later one was used before. */
export async function useTotpStep(tx: ControlTransaction, userId: number, step: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("users")
    .set({ totp_last_step: step })
    .where("id", "=", userId)
    .where("totp_last_step", "<", step)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** With their sessions, memberships, codes and links. */
export async function deleteUserRow(tx: ControlTransaction, userId: number): Promise<void> {
  await tx.deleteFrom("users").where("id", "=", userId).execute();
}
