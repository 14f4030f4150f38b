import type { Insertable } from "kysely";
import type { SecretTable } from "../control-schema.ts";
import type { ControlData, ControlTransaction } from "../control-store.ts";

/** Null when there is none of this name. */
export async function readSealedSecret(
  db: ControlData,
  accountId: number,
  name: string,
): Promise<Uint8Array | null> {
  const row = await db
    .selectFrom("secrets")
    .select("sealed")
    .where("account_id", "=", accountId)
    .where("name", "=", name)
    .executeTakeFirst();
  return row?.sealed ?? null;
}

/** Takes the place of one with the same name. */
export async function putSecret(tx: ControlTransaction, secret: Insertable<SecretTable>): Promise<void> {
  const { sealed, created_at } = secret;
  await tx
    .insertInto("secrets")
    .values(secret)
    .onConflict((conflict) => conflict.columns(["account_id", "name"]).doUpdateSet({ sealed, created_at }))
    .execute();
}
