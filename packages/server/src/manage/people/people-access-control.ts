import { accountWithTenant } from "../../control/accounts/accounts.ts";
import { type Control, lookingUp } from "../../control/control.ts";
import { type AccountRole, roleInAccount } from "../../control/people/account-role.ts";
import type { AccessControl } from "../../web/access-control.ts";
import type { ApiRequestHead } from "../../web/api-request.ts";
import type { AccountAccess, Caller } from "../../web/caller.ts";
import { readSessionToken } from "../../web/cookies.ts";
import { findApiKey } from "./find-api-key.ts";
import { findSession } from "./sessions.ts";

/**
 * Identifies the caller by the current content of control.db, so that a session, key or membership that was removed is
 * gone with the next request. `reached` must reach every account.
 */
export function createPeopleAccessControl(reached: Control): AccessControl {
  const control = lookingUp(reached);
  return {
    async identify(request): Promise<Caller | null> {
      const key = bearerOf(request);
      return key === null ? identifyPerson(control, request) : identifyKey(control, key);
    },

    async accessTo(caller, accountUuid): Promise<AccountAccess | null> {
      if (caller.kind === "user") return accessOf(await roleInAccount(control, caller.userId, accountUuid));
      const account = await accountWithTenant(control, accountUuid);
      const isOfKey = caller.kind === "key" && account?.id === caller.accountId;
      if (account === undefined || !isOfKey) return null;
      const { id, tenantId, uuid, name } = account;
      return { id, tenantId, uuid, name, role: "editor", needsSecondFactor: false };
    },
  };
}

function accessOf(account: AccountRole | null): AccountAccess | null {
  if (account === null) return null;
  const { id, tenantId, uuid, name, role, needsSecondFactor } = account;
  return { id, tenantId, uuid, name, role, needsSecondFactor };
}

async function identifyPerson(control: Control, request: ApiRequestHead): Promise<Caller | null> {
  const token = readSessionToken(request);
  const session = token === null ? null : await findSession(control, token);
  if (session === null) return null;
  const { id: sessionId, userId, email, provedAt } = session;
  return { kind: "user", userId, email, sessionId, provedAt };
}

async function identifyKey(control: Control, text: string): Promise<Caller | null> {
  const key = await findApiKey(control, text);
  if (key === null) return null;
  const { id: keyId, ...rest } = key;
  return { kind: "key", keyId, ...rest };
}

/** A request with an invalid key is refused, even if it also has a valid cookie. */
function bearerOf({ headers }: ApiRequestHead): string | null {
  const match = /^bearer +(\S+)$/i.exec(headers.get("authorization") ?? "");
  return match === null ? null : match[1]!;
}
