import type { ControlData, ControlTransaction } from "./control.ts";

/** Returns a value that is stored for the installation as a whole, by key, or null. */
export async function readSetting(db: ControlData, key: string): Promise<string | null> {
  const row = await db.selectFrom("settings").select("value").where("key", "=", key).executeTakeFirst();
  return row?.value ?? null;
}

/** Returns false if the key exists already; its value stays as it is. */
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
