import type { ProcessRole } from "@weir/protocol/closed-sets";

/**
 * The order in which the roles of a cluster's node stop. Ingest stops before manage and process, because its readings still
 * have to be processed, and manage before process, because requests of people may cause more of them. Nobody reports to the
 * deliverer: its messages are in the store.
 */
export const stopStages: readonly (readonly ProcessRole[])[] = [
  ["ingest", "deliver"],
  ["manage"],
  ["process"],
];
