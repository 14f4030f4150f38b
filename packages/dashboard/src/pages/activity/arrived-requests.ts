import type { Request } from "./outcome-words.ts";

/** If more requests than this arrive, they are not added one by one. The list is loaded again instead. */
export const arrivedMax = 200;

/** Requests that arrived since the list was asked for. */
export interface ArrivedRequests {
  /** In the list, the newest first. */
  readonly shown: readonly Request[];
  /** Held back, so that nothing moves while somebody reads the list; the newest first. */
  readonly held: readonly Request[];
  /** Includes requests that were too many to hold. */
  readonly heldCount: number;
  /** There is a gap between these and the list. */
  readonly isTooMany: boolean;
}

export const noneArrived: ArrivedRequests = { shown: [], held: [], heldCount: 0, isTooMany: false };

/** Adds requests that have arrived, the newest last. */
export function arrive(
  before: ArrivedRequests,
  requests: readonly Request[],
  isHolding: boolean,
): ArrivedRequests {
  const held = [...requests.toReversed(), ...before.held];
  const arrived = { ...before, held, heldCount: before.heldCount + requests.length };
  if (!isHolding) return release(arrived);
  return { ...arrived, held: held.slice(0, arrivedMax) };
}

/**
 * Removes requests that a newly loaded list contains or has passed. All times have the same format, so they
 * can be compared as text.
 */
export function listedAnew(before: ArrivedRequests, newest: Request | undefined): ArrivedRequests {
  const isNewer = ({ at }: Request) => newest === undefined || at > newest.at;
  return { ...before, shown: before.shown.filter(isNewer), isTooMany: false };
}

/** Shows the requests that were held back. */
export function release({ shown, held, heldCount, isTooMany }: ArrivedRequests): ArrivedRequests {
  const all = [...held, ...shown];
  const isMore = all.length > arrivedMax || heldCount > held.length;
  return { shown: all.slice(0, arrivedMax), held: [], heldCount: 0, isTooMany: isTooMany || isMore };
}
