import { randomBytes } from "node:crypto";
import type { ControlReader, ControlTransaction } from "../../control/control-store.ts";
import { encodeBase32 } from "./base32.ts";
import { hashSecret } from "./one-time-secret.ts";

/**
 * Codes that stand in for the authenticator when it is lost, each once. They have 80 random bits, so that their hashes
 * can be plain ones.
 */
export const recoveryCodeCount = 10;
const codeBytes = 10;

/** Takes the place of those the person had. What it returns is shown once. */
export async function replaceRecoveryCodes(tx: ControlTransaction, userId: number): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, generateCode);
  await removeRecoveryCodes(tx, userId);
  const rows = codes.map((code) => ({ user_id: userId, code_hash: hashCode(code), used_at: null }));
  await tx.insertInto("recovery_codes").values(rows).execute();
  return codes;
}

export async function removeRecoveryCodes(tx: ControlTransaction, userId: number): Promise<void> {
  await tx.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
}

/** Whether the code was one that nobody has used yet. From now on it is used. */
export async function takeRecoveryCode(
  tx: ControlTransaction,
  userId: number,
  code: string,
  nowUs: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("recovery_codes")
    .set({ used_at: nowUs })
    .where("user_id", "=", userId)
    .where("code_hash", "=", hashCode(code))
    .where("used_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function countRecoveryCodes({ db }: ControlReader, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom("recovery_codes")
    .select((count) => count.fn.countAll<number>().as("count"))
    .where("user_id", "=", userId)
    .where("used_at", "is", null)
    .executeTakeFirstOrThrow();
  return count;
}

/** In four groups of four letters and digits. */
function generateCode(): string {
  return encodeBase32(randomBytes(codeBytes))
    .toLowerCase()
    .replace(/(.{4})(?=.)/g, "$1-");
}

/** However the person wrote it: with blanks or hyphens, in small letters or capitals. */
function hashCode(code: string): Uint8Array {
  return hashSecret(code.replace(/[\s-]/g, "").toLowerCase());
}
