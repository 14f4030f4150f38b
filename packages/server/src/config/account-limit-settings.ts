import { wholeNumber } from "./setting-kinds.ts";
import type { Setting } from "./settings.ts";

/** What one account may have. */
export const accountLimitSettings = {
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
  audit_entries_per_account: {
    kind: wholeNumber(100, 1_000_000),
    default: "200000",
    help: "Entries of the audit log that are kept of one account; the oldest give way.",
  },
} as const satisfies Record<string, Setting>;
