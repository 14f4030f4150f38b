import type { ServerLimits } from "../../api/api-context.ts";
import type { Config } from "../../config/settings.ts";
import type { AccountLimits } from "../../control/account-limits.ts";
import { quarantinedPerAccount } from "../../store/activity-store.ts";

/** What the operator lets one account have. */
export function accountLimits(config: Config): AccountLimits {
  return {
    devices: config.devicesPerAccount,
    sensors: config.sensorsPerAccount,
    auditEntries: config.auditEntriesPerAccount,
  };
}

export function serverLimits(config: Config): ServerLimits {
  return {
    quarantinedPerAccount,
    streamsPerAccount: config.streamsPerAccount,
    chainChecksPerAccount: config.chainChecksPerAccount,
    chainCheckSPerMinute: config.chainCheckSPerMinute,
    queueBytesPerAccount: config.queueBytesPerAccount,
    queueBytesMax: config.queueBytesMax,
    parkedBytes: config.parkedBytes,
    identitiesMax: config.identitiesMax,
  };
}
