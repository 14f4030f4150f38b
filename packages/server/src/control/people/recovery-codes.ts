import type { ControlData, ControlTransaction } from "../control.ts";

export async function insertRecoveryCodes(
  tx: ControlTransaction,
  userId: number,
  codeHashes: readonly Uint8Array[],
): Promise<void> {
  const rows = codeHashes.map((hash) => ({ user_id: userId, code_hash: hash, used_at: null }));
  await tx.insertInto("recovery_codes").values(rows).execute();
}

export async function deleteRecoveryCodes(tx: ControlTransaction, userId: number): Promise<void> {
  await tx.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
}

/** Uses a code. Returns whether it existed and was unused. */
export async function useRecoveryCode(
  tx: ControlTransaction,
  userId: number,
  { codeHash, nowUs }: { readonly codeHash: Uint8Array; readonly nowUs: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("recovery_codes")
    .set({ used_at: nowUs })
    .where("user_id", "=", userId)
    .where("code_hash", "=", codeHash)
    .where("used_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Counts the unused codes. */
export async function countRecoveryCodes(db: ControlData, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom("recovery_codes")
    .select((codes) => codes.fn.countAll<number>().as("count"))
    .where("user_id", "=", userId)
    .where("used_at", "is", null)
    .executeTakeFirstOrThrow();
  return count;
}
