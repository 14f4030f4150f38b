import type { LimitJson } from "@weir/protocol/manage/limit-routes";
import type { AccountLimits } from "../../control/account-limits.ts";
import type { AccountUsage, SharedUsage } from "../core/account-usage.ts";
import type { ServerLimits } from "../core/server-limits.ts";

/** The limits of an account, each with its setting and its current use. */
export function listLimits(
  { devices, sensors, controlBytes, auditEntries }: AccountLimits,
  limits: ServerLimits,
  used: AccountUsage,
): LimitJson[] {
  const { storedReadingsPerAccount, processingShare, quarantinedPerAccount, tracesPerAccount } = limits;
  const { streamsPerAccount, chainChecksPerAccount, chainCheckSPerMinute } = limits;
  const { queueBytesPerAccount, identitiesPerAccount, mailsPerAccountPerDay } = limits;
  const storedReadings = storedReadingsPerAccount === 0 ? null : storedReadingsPerAccount;
  return [
    refused("devices", "devices_per_account", devices, used.devices),
    refused("sensors", "sensors_per_account", sensors, used.sensors),
    refused("control_bytes", "control_bytes_per_account", controlBytes, used.controlBytes),
    refused("stored_readings", "stored_readings_per_account", storedReadings, used.storedReadings),
    waiting("processing_share", "processing_share", processingShare, rounded(used.processedPercent)),
    refused("queue_bytes", "queue_bytes_per_account", queueBytesPerAccount, used.queueBytes),
    oldest("identities", "identities_share", identitiesPerAccount, used.identities),
    oldest("audit_entries", "audit_entries_per_account", auditEntries, used.auditEntries),
    oldest("quarantined_readings", "quarantined_per_account", quarantinedPerAccount, used.quarantined),
    oldest("traces", "traces_per_account", tracesPerAccount, used.traces),
    waiting("mails_today", "mails_per_account_per_day", mailsPerAccountPerDay, used.mailsToday),
    refused("live_streams", "streams_per_account", streamsPerAccount, used.streams),
    refused("chain_checks", "chain_checks_per_account", chainChecksPerAccount, used.chainChecks),
    waiting(
      "chain_check_seconds",
      "chain_check_s_per_minute",
      chainCheckSPerMinute,
      rounded(used.chainCheckS),
    ),
  ];
}

/** The usage of the whole server is for its operator only: `used` is null for others. */
export function listSharedLimits(limits: ServerLimits, used: SharedUsage | null): LimitJson[] {
  const { queueBytesMax, parkedBytes, identitiesMax } = limits;
  const all: LimitJson[] = [
    refused("server_queue_bytes", "queue_bytes_max", queueBytesMax, used?.queueBytes ?? null),
    refused("server_parked_bytes", "parked_bytes", parkedBytes, used?.parkedBytes ?? null),
    oldest("server_identities", "identities_max", identitiesMax, used?.identities ?? null),
  ];
  return all.map((limit) => ({ ...limit, shared: true }));
}

type Used = number | null;

function refused(name: LimitJson["name"], setting: string, max: number | null, used: Used): LimitJson {
  return { name, setting, max, used, shared: false, past: "refused" };
}

function oldest(name: LimitJson["name"], setting: string, max: number, used: Used): LimitJson {
  return { name, setting, max, used, shared: false, past: "oldest_removed" };
}

function waiting(name: LimitJson["name"], setting: string, max: number, used: Used): LimitJson {
  return { name, setting, max, used, shared: false, past: "waits" };
}

/** Changing figures need no more than one decimal. */
function rounded(figure: number | null): number | null {
  return figure === null ? null : Math.round(figure * 10) / 10;
}
