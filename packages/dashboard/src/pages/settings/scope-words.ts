import type { Scope } from "@weir/protocol/manage/access";

/** What an API key may be allowed, in words, in the order of the form. */
export const scopeWords: readonly (readonly [scope: Scope, words: string])[] = [
  ["devices:read", "See devices, sensors and groups"],
  ["devices:write", "Create and change devices, sensors and groups"],
  ["readings:read", "Read, chart and export readings"],
  ["readings:write", "Import and delete readings"],
  ["chains:read", "See rule chains and traces"],
  ["chains:write", "Change and publish rule chains"],
  ["operations:read", "See alarms, dead letters, outbox and activity"],
  ["operations:write", "Acknowledge alarms, retry messages, resubmit readings"],
  ["account:read", "See the account, its members and its audit log"],
];
