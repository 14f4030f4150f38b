import { accountCreators } from "@weir/protocol/closed-sets";
import type { Setting } from "./setting.ts";
import { byteSize, oneOf, wholeNumber } from "./setting-kinds.ts";

/** What one account may have. */
export const accountLimitSettings = {
  account_creators: {
    kind: oneOf(accountCreators),
    default: "owners",
    help: "Who may create accounts besides the operator: owners of an account, everyone who can sign in, or nobody (operators).",
  },
  accounts_per_person: {
    kind: wholeNumber(1, 1000),
    default: "5",
    help: "Accounts that one person may create. All of them have turns and shares as if they were one.",
  },
  account_deletion_days: {
    kind: wholeNumber(0, 365),
    default: "7",
    help: "Days between the request to delete an account and its deletion, during which owners can cancel it.",
  },
  processing_share: {
    kind: wholeNumber(1, 100),
    default: "20",
    help: "Percent of a second for which readings of one account, with those of accounts that the same person created, are processed before the rest wait and others get their turn.",
  },
  parked_bytes: {
    kind: byteSize(1024 ** 2, 1024 ** 4),
    default: "1GiB",
    help: "How many readings of all accounts may wait for their turn. Past this, accounts with waiting readings get 503 until there is room.",
  },
  queue_bytes_per_account: {
    kind: byteSize(64 * 1024, 1024 ** 4),
    default: "512MiB",
    help: "Unprocessed readings that one account may have, in the queue and waiting for its turn. Past this, its devices get 503.",
  },
  identities_share: {
    kind: wholeNumber(5, 100),
    default: "25",
    help: "Percent of the duplicate memory that one account, with those that the same person created, may use while others need it. Past this, the oldest readings are removed from memory.",
  },
  devices_per_account: {
    kind: wholeNumber(1, 100_000_000),
    default: "100000",
    help: "Devices that one account may have.",
  },
  sensors_per_account: {
    kind: wholeNumber(1, 1_000_000_000),
    default: "500000",
    help: "Sensors that one account may have, on all its devices together.",
  },
  control_bytes_per_account: {
    kind: byteSize(1024 ** 2, 1024 ** 4),
    default: "256MiB",
    help: "What one account may have of texts, pictures and files in its control data: devices, sensors, boards, rule chains and everything else that people, keys and devices fill in, with all versions.",
  },
  stored_readings_per_account: {
    kind: wholeNumber(0, 1_000_000_000_000),
    default: "0",
    help: "Readings that one account may have stored. Past this, its devices get 503; 0 means no limit.",
  },
  audit_entries_per_account: {
    kind: wholeNumber(100, 1_000_000),
    default: "200000",
    help: "Audit log entries kept for one account. Past this, the oldest are deleted.",
  },
  quarantined_per_account: {
    kind: wholeNumber(100, 100_000),
    default: "20000",
    help: "Rejected readings kept for one account. Past this, the oldest are deleted.",
  },
  traces_per_account: {
    kind: wholeNumber(1, 256),
    default: "16",
    help: "Traces of rule chains and devices kept for one account. Past this, the oldest are deleted.",
  },
} as const satisfies Record<string, Setting>;
