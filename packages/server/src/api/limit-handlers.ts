import type { LimitJson, limitRoutes } from "@weir/protocol/manage/limit-routes";
import { readAccountUse } from "../control/account-use.ts";
import type { HandlersOf } from "./handler.ts";

/** How many of an account are kept is not worth counting past this. */
const countedMax = 100_000;

export const limitHandlers: HandlersOf<typeof limitRoutes> = {
  async showLimits({ control, account, activity, live, serverLimits, uses }) {
    const use = await readAccountUse(control.db, account.id);
    const work = control.chainWork.useOf(account.id);
    const { queueBytes } = await uses.of(account.id);
    const { devices, sensors, auditEntries } = control.limits;
    const { quarantinedPerAccount, streamsPerAccount, chainChecksPerAccount } = serverLimits;
    const { chainCheckSPerMinute, queueBytesPerAccount } = serverLimits;
    const { queueBytesMax, parkedBytes, identitiesMax } = serverLimits;
    const items: LimitJson[] = [
      own("devices", "devices_per_account", devices, use.devices),
      own("sensors", "sensors_per_account", sensors, use.sensors),
      own("queue_bytes", "queue_bytes_per_account", queueBytesPerAccount, queueBytes),
      oldest("audit_entries", "audit_entries_per_account", auditEntries, use.auditEntries),
      oldest(
        ...(["quarantined_readings", null, quarantinedPerAccount] as const),
        activity.quarantinedCount(account.id, countedMax),
      ),
      own("live_streams", "streams_per_account", streamsPerAccount, live.streamsOf(account.id)),
      own("chain_checks", "chain_checks_per_account", chainChecksPerAccount, work.atOnce),
      own("chain_check_seconds", "chain_check_s_per_minute", chainCheckSPerMinute, work.spentS),
      shared("server_queue_bytes", "queue_bytes_max", queueBytesMax, "refused"),
      shared("server_parked_bytes", "parked_bytes", parkedBytes, "refused"),
      shared("identities", "identities_max", identitiesMax, "oldest_removed"),
    ];
    return { ok: true, value: { items } };
  },
};

function own(name: LimitJson["name"], setting: string, max: number, used: number | null): LimitJson {
  return { name, setting, max, used, shared: false, past: "refused" };
}

function oldest(name: LimitJson["name"], setting: string | null, max: number, used: number): LimitJson {
  return { name, setting, max, used, shared: false, past: "oldest_removed" };
}

/** What the whole server uses is for its operator only. */
function shared(name: LimitJson["name"], setting: string, max: number, past: LimitJson["past"]): LimitJson {
  return { name, setting, max, used: null, shared: true, past };
}
