import type { ApiRequestHead } from "./api-request.ts";
import type { AccountAccess, Caller } from "./caller.ts";

/** Decides who calls and which role they have. Every request passes through here. */
export interface AccessControl {
  /** The caller by session cookie or API key; null if the request has neither, or if it is no longer valid. */
  identify(request: ApiRequestHead): Promise<Caller | null>;
  /** The caller's role in the account; null if they have none there, or if the account does not exist. */
  accessTo(caller: Caller, accountUuid: string): Promise<AccountAccess | null>;
}
