import type { Config } from "../../config/settings.ts";
import type { AccountLimits } from "../../control/account-limits.ts";
import type { ServerLimits } from "../../manage/core/server-limits.ts";
import type { AccountRules } from "../../manage/people/accounts-of-user.ts";
import { identitiesShareMax } from "../../queue/identities-share-max.ts";

/** The operator's limits for one account. */
export function accountLimits(config: Config): AccountLimits {
  return {
    devices: config.devicesPerAccount,
    sensors: config.sensorsPerAccount,
    controlBytes: config.controlBytesPerAccount,
    auditEntries: config.auditEntriesPerAccount,
  };
}

/** The operator's rules for people who create and delete accounts. */
export function accountRules(config: Config): AccountRules {
  return {
    creators: config.accountCreators,
    perPerson: config.accountsPerPerson,
    deletionDays: config.accountDeletionDays,
  };
}

export function serverLimits(config: Config): ServerLimits {
  return {
    processingShare: config.processingShare,
    quarantinedPerAccount: config.quarantinedPerAccount,
    tracesPerAccount: config.tracesPerAccount,
    storedReadingsPerAccount: config.storedReadingsPerAccount,
    mailsPerAccountPerDay: config.mailsPerAccountPerDay,
    streamsPerAccount: config.streamsPerAccount,
    chainChecksPerAccount: config.chainChecksPerAccount,
    chainCheckSPerMinute: config.chainCheckSPerMinute,
    identitiesPerAccount: identitiesShareMax(config),
    queueBytesPerAccount: config.queueBytesPerAccount,
    queueBytesMax: config.queueBytesMax,
    parkedBytes: config.parkedBytes,
    identitiesMax: config.identitiesMax,
  };
}
