import { clusterSettings } from "../../packages/server/src/config/cluster-settings.ts";

/** How many partitions the queue of a cluster has whose settings name no number. */
export const usualPartitions = Number(clusterSettings.queue_partitions.default);
