import type { LimitJson, limitRoutes } from "@weir/protocol/manage/limit-routes";
import { readAccountUse } from "../control/account-use.ts";
import type { HandlersOf } from "./handler.ts";

/** How many of an account are kept is not worth counting past this. */
const countedMax = 100_000;

export const limitHandlers: HandlersOf<typeof limitRoutes> = {
  async showLimits({ control, account, activity, live, serverLimits, uses }) {
    const use = await readAccountUse(control.db, account.id);
    const work = control.chainWork.useOf(account.id);
    const { queueBytes, identities, traces, processedPercent, storedReadings } = await uses.of(account.id);
    const { devices, sensors, auditEntries } = control.limits;
    const { storedReadingsPerAccount, processingShare, quarantinedPerAccount, tracesPerAccount } =
      serverLimits;
    const { streamsPerAccount, chainChecksPerAccount } = serverLimits;
    const { chainCheckSPerMinute, queueBytesPerAccount, identitiesPerAccount } = serverLimits;
    const { queueBytesMax, parkedBytes, identitiesMax } = serverLimits;
    const quarantined = await activity.quarantinedCount(account.id, countedMax);
    const items: LimitJson[] = [
      own("devices", "devices_per_account", devices, use.devices),
      own("sensors", "sensors_per_account", sensors, use.sensors),
      own(
        ...(["stored_readings", "stored_readings_per_account"] as const),
        ...([storedReadingsPerAccount === 0 ? null : storedReadingsPerAccount, storedReadings] as const),
      ),
      waiting("processing_share", "processing_share", processingShare, roundedPercent(processedPercent)),
      own("queue_bytes", "queue_bytes_per_account", queueBytesPerAccount, queueBytes),
      oldest("identities", "identities_share", identitiesPerAccount, identities),
      oldest("audit_entries", "audit_entries_per_account", auditEntries, use.auditEntries),
      oldest("quarantined_readings", "quarantined_per_account", quarantinedPerAccount, quarantined),
      oldest("traces", "traces_per_account", tracesPerAccount, traces),
      own("live_streams", "streams_per_account", streamsPerAccount, live.streamsOf(account.id)),
      own("chain_checks", "chain_checks_per_account", chainChecksPerAccount, work.atOnce),
      own("chain_check_seconds", "chain_check_s_per_minute", chainCheckSPerMinute, work.spentS),
      shared("server_queue_bytes", "queue_bytes_max", queueBytesMax, "refused"),
      shared("server_parked_bytes", "parked_bytes", parkedBytes, "refused"),
      shared("server_identities", "identities_max", identitiesMax, "oldest_removed"),
    ];
    return { ok: true, value: { items } };
  },
};

type Used = number | null;

function own(name: LimitJson["name"], setting: string, max: number | null, used: Used): LimitJson {
  return { name, setting, max, used, shared: false, past: "refused" };
}

function oldest(name: LimitJson["name"], setting: string, max: number, used: Used): LimitJson {
  return { name, setting, max, used, shared: false, past: "oldest_removed" };
}

function waiting(name: LimitJson["name"], setting: string, max: number, used: Used): LimitJson {
  return { name, setting, max, used, shared: false, past: "waits" };
}

/** Of a moving figure nobody reads more than one decimal. */
function roundedPercent(percent: number | null): number | null {
  return percent === null ? null : Math.round(percent * 10) / 10;
}

/** What the whole server uses is for its operator only. */
function shared(name: LimitJson["name"], setting: string, max: number, past: LimitJson["past"]): LimitJson {
  return { name, setting, max, used: null, shared: true, past };
}
