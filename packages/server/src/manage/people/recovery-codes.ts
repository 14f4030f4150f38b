import { randomBytes } from "node:crypto";
import type { ControlTransaction } from "../../control/control.ts";
import { deleteRecoveryCodes, insertRecoveryCodes } from "../../control/people/recovery-codes.ts";
import { encodeBase32 } from "./base32.ts";
import { hashSecret } from "./one-time-secret.ts";

/**
 * Codes that stand in for the authenticator when it is lost, each once. They have 80 random bits, so that their hashes
 * can be plain ones.
 */
const recoveryCodeCount = 10;
const codeBytes = 10;

/** Takes the place of those the person had. What it returns is shown once. */
export async function replaceRecoveryCodes(tx: ControlTransaction, userId: number): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, generateCode);
  await deleteRecoveryCodes(tx, userId);
  await insertRecoveryCodes(tx, userId, codes.map(hashRecoveryCode));
  return codes;
}

/** In four groups of four letters and digits. */
function generateCode(): string {
  return encodeBase32(randomBytes(codeBytes))
    .toLowerCase()
    .replace(/(.{4})(?=.)/g, "$1-");
}

/** However the person wrote it: with blanks or hyphens, in small letters or capitals. */
export function hashRecoveryCode(code: string): Uint8Array {
  return hashSecret(code.replace(/[\s-]/g, "").toLowerCase());
}
