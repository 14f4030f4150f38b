import type { AccountAccess, Caller } from "./api-context.ts";
import type { ApiRequestHead } from "./api-request.ts";

/** Says who calls and what they are. Nothing is let through that it has not said. */
export interface AccessControl {
  /** By the session's cookie or an API key; null where the request has neither, or what it has is not valid any more. */
  identify(request: ApiRequestHead): Promise<Caller | null>;
  /** What the caller is in the account; null where it is nothing there, or there is no such account. */
  accessTo(caller: Caller, accountUuid: string): Promise<AccountAccess | null>;
}
