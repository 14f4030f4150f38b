import type { AccountAccess, Caller } from "../caller.ts";
import type { TurnOwner } from "./work-turns.ts";

interface Requester {
  readonly caller: Caller | null;
  readonly account: Pick<AccountAccess, "tenantId"> | null;
  readonly source: string;
  /** The tenant whose board a share link shows. */
  readonly sharingTenantId: number | null;
}

/**
 * Callers without a session or key. They take turns together, because addresses cost nothing: somebody with many of them
 * would otherwise have many turns.
 */
export const strangers = "strangers";

/**
 * Says whose turn a request takes; null for commands of the operator, which do not wait. API keys count with the person who
 * created them. Visitors with a share link take turns of their own, so that they do not delay the people of the account.
 */
export function requestOwner({ caller, account, source, sharingTenantId }: Requester): TurnOwner | null {
  if (caller?.kind === "operator") return null;
  const name = caller === null ? `source ${source}` : personName(caller);
  if (sharingTenantId !== null) return { name: `links of tenant ${sharingTenantId}`, caller: name };
  if (account !== null) return { name: `tenant ${account.tenantId}`, caller: name };
  return { name: caller === null ? strangers : name, caller: name };
}

function personName(caller: Exclude<Caller, { kind: "operator" }>): string {
  if (caller.kind === "user") return `person ${caller.email}`;
  return caller.createdBy === "operator" ? `key ${caller.keyId}` : `person ${caller.createdBy}`;
}
