import { byteSize, wholeNumber } from "./setting-kinds.ts";
import type { Setting } from "./settings.ts";

/** What one account may have. */
export const accountLimitSettings = {
  processing_share: {
    kind: wholeNumber(1, 100),
    default: "20",
    help: "Percent of a second that the readings of one account are processed before the rest of them wait and others get their turn.",
  },
  parked_bytes: {
    kind: byteSize(1024 ** 2, 1024 ** 4),
    default: "1GiB",
    help: "Readings that may wait for the turns of their accounts, all together. Beyond it, accounts of which some wait are answered 503 until there is room.",
  },
  queue_bytes_per_account: {
    kind: byteSize(64 * 1024, 1024 ** 4),
    default: "512MiB",
    help: "Unprocessed readings that one account may have, in the queue and waiting for its turn, before its devices are answered 503.",
  },
  identities_share: {
    kind: wholeNumber(5, 100),
    default: "25",
    help: "Percent of the duplicate memory that the readings of one account may fill while others need it; past it, the oldest of that account give way.",
  },
  devices_per_account: {
    kind: wholeNumber(1, 100_000_000),
    default: "1000000",
    help: "Devices that one account may have.",
  },
  sensors_per_account: {
    kind: wholeNumber(1, 1_000_000_000),
    default: "10000000",
    help: "Sensors that one account may have, on all its devices together.",
  },
  stored_readings_per_account: {
    kind: wholeNumber(0, 1_000_000_000_000),
    default: "0",
    help: "Readings that one account may have stored before its devices are answered 503; 0 for no limit.",
  },
  audit_entries_per_account: {
    kind: wholeNumber(100, 1_000_000),
    default: "200000",
    help: "Entries of the audit log that are kept of one account; the oldest give way.",
  },
  quarantined_per_account: {
    kind: wholeNumber(100, 100_000),
    default: "20000",
    help: "Rejected readings that are kept of one account; the oldest give way.",
  },
  traces_per_account: {
    kind: wholeNumber(1, 256),
    default: "16",
    help: "Traces of rule chains and devices that are kept of one account; the oldest give way.",
  },
} as const satisfies Record<string, Setting>;
