import { randomUUID } from "node:crypto";
import type { Scope } from "@weir/protocol/manage/access";
import { accountExists } from "../../control/accounts/accounts.ts";
import type { AuditedAction } from "../../control/audit/audited-action.ts";
import type { Control } from "../../control/control.ts";
import {
  type ApiKey,
  apiKeyNames,
  deleteApiKey,
  findApiKeyByUuid,
  insertApiKey,
} from "../../control/people/api-keys.ts";
import { findMember } from "../../control/people/memberships.ts";
import { type Result, refuse, succeed } from "../core/manage-error.ts";
import { generateSecret, hashSecret } from "../core/one-time-secret.ts";
import { microsOrNull } from "../core/records/record-values.ts";
import { validateName } from "../core/validate-text.ts";
import { commitPeople } from "./commit-people.ts";

/**
 * Keys with which programs act in an account. The text is shown once, and only its SHA-256 is stored, which is enough
 * for 256 random bits. A key is looked up with every request, so a revoked one is refused at once.
 */
interface IssuedApiKey extends ApiKey {
  readonly text: string;
}

interface NewApiKey {
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Microseconds since 1970; null if it does not expire. */
  readonly expiresAt: number | null;
  readonly createdBy: string;
}

export const keysPerAccountMax = 100;
const prefix = "wak_";
const startChars = 8;

export async function createApiKey(
  control: Control,
  accountId: number,
  { name: nameInput, scopes, expiresAt, createdBy }: NewApiKey,
): Promise<Result<IssuedApiKey>> {
  const name = validateName("A key's name", nameInput);
  if (!name.ok) return name;
  const createdAt = control.nowUs();
  if (expiresAt !== null && expiresAt <= createdAt) {
    return refuse("bad_expiry", "The expiry date must be in the future.");
  }
  const text = prefix + generateSecret();
  const start = text.slice(0, startChars);
  return commitPeople(
    control,
    async (tx) => {
      if (!(await accountExists(control, tx, accountId))) {
        return refuse("unknown_account", "This account does not exist.");
      }
      const names = await apiKeyNames(tx, accountId);
      if (names.length >= keysPerAccountMax) {
        return refuse("too_many_keys", `An account can have at most ${keysPerAccountMax} API keys.`);
      }
      if (names.includes(name.value)) {
        // The audit log names keys, so two of them must not look the same.
        return refuse("key_name_taken", `The account already has an API key "${name.value}".`);
      }
      const uuid = randomUUID();
      const id = await insertApiKey(tx, {
        uuid,
        account_id: accountId,
        name: name.value,
        key_hash: hashSecret(text),
        key_start: start,
        scopes: JSON.stringify(scopes),
        created_by: createdBy,
        created_at: createdAt,
        expires_at: expiresAt,
        last_used_at: null,
      });
      const key = { id, uuid, name: name.value, start, scopes, createdBy, createdAt, expiresAt };
      return succeed({ ...key, lastUsedAt: null, text });
    },
    (key) => [{ ...actionOn(accountId, "key.create", key), after: auditedKey(key) }],
  );
}

interface RevokedApiKey {
  readonly key: ApiKey;
  /** The creator, if they are still a member of the account. */
  readonly creatorId: number | null;
}

export async function revokeApiKey(
  control: Control,
  accountId: number,
  uuid: string,
): Promise<Result<RevokedApiKey>> {
  return commitPeople(
    control,
    async (tx) => {
      const key = await findApiKeyByUuid(control, tx, { accountId, uuid });
      if (key === undefined) return refuse("unknown_key", "This account has no such API key.");
      await deleteApiKey(tx, key.id);
      const creator = await findMember(control, tx, { accountId, email: key.createdBy });
      return succeed({ key, creatorId: creator?.userId ?? null });
    },
    ({ key }) => [{ ...actionOn(accountId, "key.revoke", key), before: auditedKey(key) }],
  );
}

function actionOn(accountId: number, action: string, { uuid }: ApiKey): AuditedAction {
  return { accountId, action, subjectKind: "key", subject: uuid };
}

function auditedKey({ name, scopes, expiresAt }: ApiKey) {
  return { name, scopes, expires_at: microsOrNull(expiresAt) };
}
