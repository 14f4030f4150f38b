import { readAccountUse } from "../../control/account-use.ts";
import type { ControlReader } from "../../control/control-store.ts";
import type { ActivityQueries } from "../../store/activity-queries.ts";
import { countedMax } from "../counted-max.ts";
import type { AccountUsage } from "./usage.ts";

export type KeptUsage = Pick<AccountUsage, "devices" | "sensors" | "auditEntries" | "quarantined">;

/** What is in the files, and so is known without a running server. */
export async function readKeptUsage(
  { db }: Pick<ControlReader, "db">,
  activity: Pick<ActivityQueries, "quarantinedCount">,
  accountId: number,
): Promise<KeptUsage> {
  const quarantined = await activity.quarantinedCount(accountId, countedMax);
  return { ...(await readAccountUse(db, accountId)), quarantined };
}
