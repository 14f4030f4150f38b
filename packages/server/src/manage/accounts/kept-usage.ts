import { readAccountUse } from "../../control/account-use.ts";
import type { ControlReader } from "../../control/control.ts";
import { dayOf } from "../../platform/day-of.ts";
import type { ActivityQueries } from "../../store/activity/queries.ts";
import type { OutboxQueries } from "../../store/outbox/queries.ts";
import type { AccountUsage } from "../core/account-usage.ts";
import { countedMax } from "../core/counted-max.ts";

type KeptUsage = Pick<
  AccountUsage,
  "devices" | "sensors" | "controlBytes" | "auditEntries" | "quarantined" | "mailsToday"
>;

interface KeptUsageSources {
  readonly control: Pick<ControlReader, "db">;
  readonly activity: Pick<ActivityQueries, "quarantinedCount">;
  readonly outbox: Pick<OutboxQueries, "mailsOn">;
}

/** The usage in the files, which is known without a running server. */
export async function readKeptUsage(
  { control, activity, outbox }: KeptUsageSources,
  accountId: number,
  nowMs: number,
): Promise<KeptUsage> {
  const quarantined = await activity.quarantinedCount(accountId, countedMax);
  const mailsToday = await outbox.mailsOn(accountId, dayOf(nowMs));
  return { ...(await readAccountUse(control.db, accountId)), quarantined, mailsToday };
}
