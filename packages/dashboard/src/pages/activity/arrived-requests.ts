import type { Request } from "./outcome-words.ts";

/** More than this are not added one by one: then the list is asked for anew. */
export const arrivedMax = 200;

/** Requests that arrived since the list was asked for. */
export interface ArrivedRequests {
  /** In the list, the newest first. */
  readonly shown: readonly Request[];
  /** Held back, so that nothing moves while somebody looks closely; the newest first. */
  readonly held: readonly Request[];
  /** Also those of which there were too many to hold. */
  readonly heldCount: number;
  /** There is a gap between these and the list. */
  readonly isTooMany: boolean;
}

export const noneArrived: ArrivedRequests = { shown: [], held: [], heldCount: 0, isTooMany: false };

/** Adds what has arrived; the newest come last, as they are told. */
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

/** The list was asked for anew: what it has in it, or has left behind, goes. Times are of one form, and so in order as texts. */
export function listedAnew(before: ArrivedRequests, newest: Request | undefined): ArrivedRequests {
  const isNewer = ({ at }: Request) => newest === undefined || at > newest.at;
  return { ...before, shown: before.shown.filter(isNewer), isTooMany: false };
}

/** Shows what was held back. */
export function release({ shown, held, heldCount, isTooMany }: ArrivedRequests): ArrivedRequests {
  const all = [...held, ...shown];
  const isMore = all.length > arrivedMax || heldCount > held.length;
  return { shown: all.slice(0, arrivedMax), held: [], heldCount: 0, isTooMany: isTooMany || isMore };
}
