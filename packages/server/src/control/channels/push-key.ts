import type { ControlData, ControlTransaction } from "../control.ts";

const onlyId = 1;

/** The key of Web Push, with its private part sealed; undefined until somebody asked for it. */
export async function readPushKey(db: ControlData) {
  return db
    .selectFrom("push_keys")
    .select(["public_key as publicKey", "sealed"])
    .where("id", "=", onlyId)
    .executeTakeFirst();
}

/** The first key stays. */
export async function insertPushKey(
  tx: ControlTransaction,
  {
    publicKey,
    sealed,
    nowUs,
  }: { readonly publicKey: string; readonly sealed: Uint8Array; readonly nowUs: number },
): Promise<void> {
  await tx
    .insertInto("push_keys")
    .values({ id: onlyId, public_key: publicKey, sealed, created_at: nowUs })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
