/** The place of a request among others. */
export interface RequestKey {
  readonly arrivalMs: number;
  readonly requestId: string;
}

/**
 * Orders requests by arrival. Among requests that arrived together, the one with the longer id is later: ids end in a
 * counter without leading zeros.
 */
export function compareRequests(a: RequestKey, b: RequestKey): number {
  if (a.arrivalMs !== b.arrivalMs) return a.arrivalMs - b.arrivalMs;
  if (a.requestId.length !== b.requestId.length) return a.requestId.length - b.requestId.length;
  return a.requestId < b.requestId ? -1 : a.requestId > b.requestId ? 1 : 0;
}
