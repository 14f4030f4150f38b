/** Where a request is among others. */
export interface RequestKey {
  readonly arrivalMs: number;
  readonly requestId: string;
}

/**
 * Requests are in the order of their arrival. Of those that arrived together the longer id is the later: ids end in a
 * number that is counted up and written without zeros in front.
 */
export function compareRequests(a: RequestKey, b: RequestKey): number {
  if (a.arrivalMs !== b.arrivalMs) return a.arrivalMs - b.arrivalMs;
  if (a.requestId.length !== b.requestId.length) return a.requestId.length - b.requestId.length;
  return a.requestId < b.requestId ? -1 : a.requestId > b.requestId ? 1 : 0;
}
