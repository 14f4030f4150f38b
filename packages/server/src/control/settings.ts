import type { ControlData, ControlTransaction } from "./control.ts";

/** What the installation as a whole has noted, each under a key. Null where there is nothing. */
export async function readSetting(db: ControlData, key: string): Promise<string | null> {
  const row = await db.selectFrom("settings").select("value").where("key", "=", key).executeTakeFirst();
  return row?.value ?? null;
}

/** False where there is one of this key, which stays as it is. */
export async function insertSetting(tx: ControlTransaction, key: string, value: string): Promise<boolean> {
  const inserted = await tx
    .insertInto("settings")
    .values({ key, value })
    .onConflict((conflict) => conflict.doNothing())
    .returning("key")
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function deleteSetting(tx: ControlTransaction, key: string): Promise<void> {
  await tx.deleteFrom("settings").where("key", "=", key).execute();
}
