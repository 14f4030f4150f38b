import type { ControlStore } from "../manage/control-store.ts";
import { roleInAccount } from "../manage/people/account-role.ts";
import { findApiKey } from "../manage/people/find-api-key.ts";
import { findSession } from "../manage/people/sessions.ts";
import type { AccessControl } from "./access-control.ts";
import type { AccountAccess, Caller } from "./api-context.ts";
import type { ApiRequest } from "./api-request.ts";
import { readSessionToken } from "./cookies.ts";

/**
 * Says who calls by what control.db says at that moment, so that a session, a key or a membership that was taken away is
 * gone with the next request. `control` must reach every account.
 */
export function createPeopleAccessControl(control: ControlStore): AccessControl {
  return {
    async identify(request): Promise<Caller | null> {
      const key = bearerOf(request);
      return key === null ? identifyPerson(control, request) : identifyKey(control, key);
    },

    async accessTo(caller, accountUuid): Promise<AccountAccess | null> {
      if (caller.kind === "user") return roleInAccount(control, caller.userId, accountUuid);
      const account = await control.db
        .selectFrom("accounts")
        .select(["id", "uuid", "name"])
        .where("id", "=", caller.accountId)
        .where("uuid", "=", accountUuid)
        .executeTakeFirst();
      return account === undefined ? null : { ...account, role: "editor" };
    },
  };
}

async function identifyPerson(control: ControlStore, request: ApiRequest): Promise<Caller | null> {
  const token = readSessionToken(request);
  const session = token === null ? null : await findSession(control, token);
  if (session === null) return null;
  return { kind: "user", userId: session.userId, email: session.email, sessionId: session.id };
}

async function identifyKey(control: ControlStore, text: string): Promise<Caller | null> {
  const key = await findApiKey(control, text);
  if (key === null) return null;
  return { kind: "key", keyId: key.id, name: key.name, accountId: key.accountId, scopes: key.scopes };
}

/** Whoever sends a key means it: where it is not valid, no cookie steps in. */
function bearerOf({ headers }: ApiRequest): string | null {
  const match = /^bearer +(\S+)$/i.exec(headers.get("authorization") ?? "");
  return match === null ? null : match[1]!;
}
