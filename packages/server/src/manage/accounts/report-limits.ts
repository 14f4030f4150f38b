import type { LimitJson } from "@weir/protocol/manage/limit-routes";
import type { AccountLimits } from "../../control/account-limits.ts";
import { listLimits, listSharedLimits } from "./list-limits.ts";
import type { ServerLimits } from "./server-limits.ts";
import type { AccountUsage, SharedUsage } from "./usage.ts";

/** For operators: the limits of accounts and those of the server, with what is used of them. */
export interface LimitsReport {
  /** In the order in which they were asked for. */
  readonly accounts: readonly (readonly LimitJson[])[];
  readonly shared: readonly LimitJson[];
}

export interface ReportedUsage {
  of(accountId: number): Promise<AccountUsage>;
  readonly shared: SharedUsage;
}

export async function reportLimits(
  limits: { readonly account: AccountLimits; readonly server: ServerLimits },
  usage: ReportedUsage,
  accountIds: readonly number[],
): Promise<LimitsReport> {
  const accounts: LimitJson[][] = [];
  for (const accountId of accountIds) {
    accounts.push(listLimits(limits.account, limits.server, await usage.of(accountId)));
  }
  return { accounts, shared: listSharedLimits(limits.server, usage.shared) };
}
