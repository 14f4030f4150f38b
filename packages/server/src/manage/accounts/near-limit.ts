import type { LimitJson } from "@weir/protocol/manage/limit-routes";
import type { Account } from "../../control/accounts/accounts.ts";

/** A limit of an account that is reached or nearly reached. */
export interface NearLimit {
  readonly account: Pick<Account, "uuid" | "name">;
  readonly limit: LimitJson;
}
