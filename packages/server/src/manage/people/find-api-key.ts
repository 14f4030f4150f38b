import { type Scope, scopes } from "@weir/protocol/manage/access";
import type { Control } from "../../control/control.ts";
import { findApiKeyByHash, noteApiKeyUse } from "../../control/people/api-keys.ts";
import { hashSecret } from "../core/one-time-secret.ts";

/** The last use is written at most this often, so that a busy program does not make the server write all the time. */
const touchEveryUs = 60_000_000;

const apiKeyShape = /^wak_[A-Za-z0-9_-]{43}$/;

interface ValidApiKey {
  readonly id: number;
  readonly name: string;
  readonly accountId: number;
  /** The email of a person, or "operator". */
  readonly createdBy: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt: number | null;
}

/** Null if there is no such key, or if it has expired. */
export async function findApiKey(control: Control, key: string): Promise<ValidApiKey | null> {
  if (!apiKeyShape.test(key)) return null;
  const nowUs = control.nowUs();
  const found = await findApiKeyByHash(control.db, hashSecret(key));
  if (found === undefined || (found.expiresAt !== null && found.expiresAt <= nowUs)) return null;
  const { id, name, accountId, createdBy, expiresAt, lastUsedAt } = found;
  if (lastUsedAt === null || nowUs - lastUsedAt >= touchEveryUs) {
    await control.transact((tx) => noteApiKeyUse(tx, id, nowUs));
  }
  return { id, name, accountId, createdBy, scopes: readScopes(found.scopes), expiresAt };
}

/** A scope that this version does not know allows nothing. */
function readScopes(json: string): Scope[] {
  const given: unknown = JSON.parse(json);
  return Array.isArray(given) ? scopes.filter((scope) => given.includes(scope)) : [];
}
