import { randomBytes } from "node:crypto";
import type { ControlTransaction } from "../../control/control.ts";
import { deleteRecoveryCodes, insertRecoveryCodes } from "../../control/people/recovery-codes.ts";
import { hashSecret } from "../core/one-time-secret.ts";
import { encodeBase32 } from "./base32.ts";

/** Codes that replace a lost authenticator, each once. They have 80 random bits, so plain hashes are enough. */
const recoveryCodeCount = 10;
const codeBytes = 10;

/** Replaces the person's previous codes. The returned codes are shown once. */
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

/** Accepts any spelling: with spaces or hyphens, in lower or upper case. */
export function hashRecoveryCode(code: string): Uint8Array {
  return hashSecret(code.replace(/[\s-]/g, "").toLowerCase());
}
