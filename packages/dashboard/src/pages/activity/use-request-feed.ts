import { useEffect, useRef, useState } from "react";
import { useLive } from "../../api/live.ts";
import { usePages } from "../../api/queries.ts";
import { type ArrivedRequests, arrive, listedAnew, noneArrived, release } from "./arrived-requests.ts";
import { requestOf } from "./live-request.ts";
import type { Request } from "./outcome-words.ts";
import { type FeedFilter, isMeant } from "./request-filter.ts";

const pageItems = 50;
/** How many outcomes are kept until the list is loaded again. */
const outcomesMax = 500;
/** Requests come in bursts. They are added together, so that the page keeps up with a busy server. */
const gatherMs = 250;

/**
 * Requests, the newest on top. New ones are added as they arrive. While the list is held, new requests are only
 * counted.
 */
export function useRequestFeed(filter: FeedFilter, isHeld: boolean) {
  const { device, only, reason } = filter;
  const list = usePages("listRequests", { query: { device, only, reason, limit: pageItems } });
  const [arrived, setArrived] = useState<ArrivedRequests>(noneArrived);
  const askAnew = async () => {
    const { data } = await list.refetch();
    setArrived((before) => listedAnew(before, data?.pages[0]?.items[0]));
  };
  const add = useGathered<Request>((requests) => setArrived((before) => arrive(before, requests, isHeld)));
  useLive("activity", (event) => {
    const request = requestOf(event);
    if (isMeant(request, filter)) add(request);
  });
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Request>>(new Map());
  // A request is shown before its readings are processed. If some are lost, a second event says so.
  useLive("outcome", (event) => {
    const request = requestOf(event);
    if (!isMeant(request, filter)) return;
    setOutcomes((known) => new Map([...known, [request.id, request] as const].slice(-outcomesMax)));
    // The request did not match the filter until now, because nothing was wrong with it before its outcome was known.
    if (only !== undefined || reason !== undefined) add(request);
  });
  // Events were missed, for example while the connection was down, so the list is loaded again.
  useLive("reset", () => void askAnew());
  const { isTooMany } = arrived;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each gap.
  useEffect(() => {
    if (isTooMany) void askAnew();
  }, [isTooMany]);
  useEffect(() => {
    if (!isHeld) setArrived(release);
  }, [isHeld]);
  const byId = new Map([...arrived.shown, ...list.items].map((request) => [request.id, request]));
  return {
    list,
    requests: [...byId.values()].map((request) => outcomes.get(request.id) ?? request),
    heldCount: arrived.heldCount,
    showHeld: () => setArrived(release),
  };
}

/** Collects events for a moment and passes them on together. */
function useGathered<Item>(act: (items: readonly Item[]) => void): (item: Item) => void {
  const latest = useRef(act);
  latest.current = act;
  const waiting = useRef<Item[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (item) => {
    if (waiting.current.push(item) > 1) return;
    timer.current = setTimeout(() => latest.current(waiting.current.splice(0)), gatherMs);
  };
}
