import type { QueueShareOptions } from "./queue-shares.ts";

/** For tests: shares of the queue that are never used up. */
export const noShareLimits: QueueShareOptions = {
  tenantOf: (accountId) => accountId,
  perAccountBytesMax: Number.POSITIVE_INFINITY,
  parkedBytesMax: Number.POSITIVE_INFINITY,
  storedReadingsMax: Number.POSITIVE_INFINITY,
  onRefused: () => undefined,
};
