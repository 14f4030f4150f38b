import type { Insertable, Selectable, Updateable } from "kysely";
import type { ControlData, ControlTransaction } from "../control.ts";
import type { UserTable } from "../people-schema.ts";
import { inLowerCase } from "./in-lower-case.ts";

/** A person. The row contains hashes and sealed bytes, so it never leaves manage/people/. */
export type UserRow = Selectable<UserTable>;

/** Stands for no password yet: the operator created the person, who has not used their link. No password matches it. */
export const noPassword = "";

/** Finds a person by email, in any case of letters. */
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

/** Returns all people, ordered by email address. */
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

/** Returns false if a one-time password of this step or a later one was used before. */
export async function useTotpStep(tx: ControlTransaction, userId: number, step: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("users")
    .set({ totp_last_step: step })
    .where("id", "=", userId)
    .where("totp_last_step", "<", step)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes a person with their sessions, memberships, codes and links. */
export async function deleteUserRow(tx: ControlTransaction, userId: number): Promise<void> {
  await tx.deleteFrom("users").where("id", "=", userId).execute();
}
