import { shortNameShape } from "@weir/protocol/short-name-shape";
import { accountExists } from "../../../control/accounts/accounts.ts";
import { type AuditedAction, nothingToAudit } from "../../../control/audit/audited-action.ts";
import { recordAction } from "../../../control/audit/write-audit.ts";
import type { Control, ControlReader } from "../../../control/control.ts";
import {
  accountsWithoutSecret,
  deleteSecret,
  findSecret,
  type Secret,
  secretsOf,
} from "../../../control/secrets/secrets.ts";
import { commitChange } from "../../core/commit-change.ts";
import { type Refusal, type Result, refuse, succeed } from "../../core/manage-error.ts";
import {
  generateWebhookSecret,
  openSecret,
  webhookSecretName,
  writeSecret,
} from "../../core/sealed-secret.ts";
import { unknownAccount } from "../../core/unknown-account.ts";

interface ShownSecret extends Secret {
  readonly value: string;
}

export const secretsPerAccountMax = 100;
const valueMaxLength = 4096;

/** Creates a secret, or sets a new value. */
export async function setSecret(
  control: Control,
  accountId: number,
  { name, value }: { readonly name: string; readonly value: string },
): Promise<Result<Secret>> {
  const refused = refuseSecret(name, value);
  if (refused) return refused;
  return commitChange(control, async (tx) => {
    if (!(await accountExists(control, tx, accountId))) return unknownAccount();
    const names = (await secretsOf(tx, accountId)).map((secret) => secret.name);
    if (!names.includes(name) && names.length >= secretsPerAccountMax) {
      return refuse("too_many_secrets", `An account can have at most ${secretsPerAccountMax} secrets.`);
    }
    const createdAt = control.nowUs();
    await writeSecret(tx, { accountId, name, value, key: control.key, nowUs: createdAt });
    return succeed({
      value: { name, createdAt },
      audit: [actionOn(accountId, "secret.set", name)],
      changes: [{ kind: "account", accountId }],
    });
  });
}

/** Without values. The secret that signs webhooks is listed once it was created. */
export async function listSecrets(control: ControlReader, accountId: number): Promise<Result<Secret[]>> {
  if (!(await accountExists(control, control.db, accountId))) return unknownAccount();
  return succeed(await secretsOf(control.db, accountId));
}

/**
 * Viewing a secret is recorded in the audit log before the value is returned. In accounts that are older than secrets,
 * the secret that signs webhooks is created on first use.
 */
export async function showSecret(
  control: Control,
  accountId: number,
  name: string,
): Promise<Result<ShownSecret>> {
  if (!(await accountExists(control, control.db, accountId))) return unknownAccount();
  if (name === webhookSecretName) await makeWebhookSecret(control, accountId);
  const row = await findSecret(control.db, accountId, name);
  if (row === undefined) return unknownSecret(name);
  const value = openSecret(row.sealed, accountId, name, control.key);
  if (value !== null) {
    await recordAction(control, actionOn(accountId, "secret.show", name));
    return succeed({ name, createdAt: row.createdAt, value });
  }
  return refuse(
    "wrong_token_key",
    `The key from ${control.key.source} is not the key this secret was encrypted with, so it cannot be shown. ` +
      "Restore the previous key, or set the secret again.",
  );
}

export async function removeSecret(
  control: Control,
  accountId: number,
  name: string,
): Promise<Result<Secret>> {
  return commitChange(control, async (tx) => {
    if (!(await accountExists(control, tx, accountId))) return unknownAccount();
    if (name === webhookSecretName) {
      return refuse(
        "secret_in_use",
        `The secret "${name}" cannot be removed, because it signs webhooks. Change its value instead.`,
      );
    }
    const found = (await secretsOf(tx, accountId)).find((secret) => secret.name === name);
    if (found === undefined) return unknownSecret(name);
    await deleteSecret(tx, accountId, name);
    return succeed({
      value: found,
      audit: [actionOn(accountId, "secret.remove", name)],
      changes: [{ kind: "account", accountId }],
    });
  });
}

/** For accounts that are older than secrets. Does nothing for the others. */
export async function makeWebhookSecrets(control: Control): Promise<void> {
  const accounts = await accountsWithoutSecret(control.db, webhookSecretName);
  for (const accountId of accounts) await makeWebhookSecret(control, accountId);
}

/** If several callers ask at once, one creates it and all get the same value. */
async function makeWebhookSecret(control: Control, accountId: number): Promise<void> {
  await commitChange(control, async (tx) => {
    const secrets = await secretsOf(tx, accountId);
    if (secrets.some(({ name }) => name === webhookSecretName)) {
      return succeed({ value: null, audit: nothingToAudit("the secret was there already"), changes: [] });
    }
    await writeSecret(tx, {
      accountId,
      name: webhookSecretName,
      value: generateWebhookSecret(),
      key: control.key,
      nowUs: control.nowUs(),
    });
    const audit = nothingToAudit("an upgrade completes accounts that are older than secrets");
    return succeed({ value: null, audit, changes: [{ kind: "account", accountId }] });
  });
}

/** Never with the value. */
function actionOn(accountId: number, action: string, name: string): AuditedAction {
  return { accountId, action, subjectKind: "secret", subject: name };
}

function refuseSecret(name: string, value: string): Refusal | null {
  if (!shortNameShape.test(name)) {
    return refuse(
      "bad_name",
      `"${name}" is not a valid name for a secret. Use 1 to 64 letters A-Z or a-z, digits, "_" and "-".`,
    );
  }
  if (value.length >= 1 && value.length <= valueMaxLength && value.isWellFormed()) return null;
  return refuse("bad_text", `A secret must be valid Unicode text of 1 to ${valueMaxLength} characters.`);
}

function unknownSecret(name: string): Refusal {
  return refuse("unknown_secret", `The account has no secret "${name}".`);
}
