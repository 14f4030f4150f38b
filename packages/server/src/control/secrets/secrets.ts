import type { Insertable } from "kysely";
import type { ControlData, ControlTransaction } from "../control.ts";
import type { SecretTable } from "../control-schema.ts";

export interface Secret {
  readonly name: string;
  readonly createdAt: number;
}

/** Returns the secrets of an account by name, without their values. */
export async function secretsOf(db: ControlData, accountId: number): Promise<Secret[]> {
  return db
    .selectFrom("secrets")
    .select(["name", "created_at as createdAt"])
    .where("account_id", "=", accountId)
    .orderBy("name")
    .execute();
}

export async function findSecret(db: ControlData, accountId: number, name: string) {
  return db
    .selectFrom("secrets")
    .select(["sealed", "created_at as createdAt"])
    .where("account_id", "=", accountId)
    .where("name", "=", name)
    .executeTakeFirst();
}

export async function accountsWithoutSecret(db: ControlData, name: string): Promise<number[]> {
  const accounts = await db
    .selectFrom("accounts")
    .select("id")
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom("secrets")
            .select("name")
            .whereRef("account_id", "=", "accounts.id")
            .where("name", "=", name),
        ),
      ),
    )
    .execute();
  return accounts.map(({ id }) => id);
}

export async function deleteSecret(tx: ControlTransaction, accountId: number, name: string): Promise<void> {
  await tx.deleteFrom("secrets").where("account_id", "=", accountId).where("name", "=", name).execute();
}

/** Returns null if there is no secret of this name. */
export async function readSealedSecret(
  db: ControlData,
  accountId: number,
  name: string,
): Promise<Uint8Array | null> {
  const row = await findSecret(db, accountId, name);
  return row?.sealed ?? null;
}

/** Replaces a secret with the same name. */
export async function putSecret(tx: ControlTransaction, secret: Insertable<SecretTable>): Promise<void> {
  const { sealed, created_at } = secret;
  await tx
    .insertInto("secrets")
    .values(secret)
    .onConflict((conflict) => conflict.columns(["account_id", "name"]).doUpdateSet({ sealed, created_at }))
    .execute();
}
