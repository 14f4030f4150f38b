import { severities } from "./closed-sets.ts";

/** What a value at a threshold of a tile means. */
export const thresholdStatuses = ["ok", ...severities] as const;
export type ThresholdStatus = (typeof thresholdStatuses)[number];
