import { randomBytes } from "node:crypto";
import type { ControlReader, ControlTransaction } from "../../control/control.ts";
import { openToken, sealToken } from "../../control/sealing/token.ts";
import type { TokenKey } from "../../control/sealing/token-key.ts";
import { putSecret, readSealedSecret } from "../../control/secrets/secrets.ts";

/**
 * Secrets of accounts as stored in control.db: sealed like device tokens and with the same key, bound to their account
 * and name, so that sealed bytes that are moved to another account or name do not open.
 */

/** The secret that every account has. It signs webhooks unless a node names another one. */
export const webhookSecretName = "webhook";

const webhookSecretPrefix = "whsec_";
const webhookSecretBytes = 32;

/** In the format of Standard Webhooks. */
export function generateWebhookSecret(): string {
  return webhookSecretPrefix + randomBytes(webhookSecretBytes).toString("base64");
}

interface SecretToWrite {
  readonly accountId: number;
  readonly name: string;
  readonly value: string;
  readonly key: TokenKey;
  readonly nowUs: number;
}

/** Replaces one with the same name. */
export async function writeSecret(tx: ControlTransaction, secret: SecretToWrite): Promise<void> {
  const { accountId, name, value, key, nowUs } = secret;
  const row = { sealed: sealToken(value, secretBinding(accountId, name), key), created_at: nowUs };
  await putSecret(tx, { account_id: accountId, name, ...row });
}

/** Null if the bytes were not sealed with this key for this account and name. */
export function openSecret(
  sealed: Uint8Array,
  accountId: number,
  name: string,
  key: TokenKey,
): string | null {
  return openToken(sealed, secretBinding(accountId, name), key);
}

/** The current secret, for delivery. Null if there is none, or if it was sealed with another key. */
export async function loadSecret(
  { db }: ControlReader,
  key: TokenKey,
  accountId: number,
  name: string,
): Promise<string | null> {
  const sealed = await readSealedSecret(db, accountId, name);
  return sealed === null ? null : openSecret(sealed, accountId, name, key);
}

/** What a secret is sealed for. */
export function secretBinding(accountId: number, name: string): string {
  return `secret ${accountId} ${name}`;
}
