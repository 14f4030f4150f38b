import { useState } from "react";
import { useLive } from "../../api/live.ts";
import { usePages } from "../../api/queries.ts";
import { isTroubled, type Request } from "./outcome-words.ts";

/** As GET …/live tells of a request: as the list does, but with the device's name beside its UUID. */
type LiveRequest = Omit<Request, "device"> & { readonly device: string; readonly device_name: string };

const pageItems = 50;
const freshMax = 200;

export interface FeedFilter {
  /** UUID. */
  readonly device?: string | undefined;
  readonly only?: string | undefined;
}

/**
 * Requests, the newest on top, to which new ones are added as they arrive. While it is paused nothing moves, and what
 * arrives is only counted.
 */
export function useRequestFeed({ device, only }: FeedFilter) {
  const list = usePages("listRequests", { query: { device, only, limit: pageItems } });
  const [fresh, setFresh] = useState<readonly Request[]>([]);
  const [frozen, setFrozen] = useState<readonly Request[] | null>(null);
  const [missed, setMissed] = useState(0);

  useLive<LiveRequest>("activity", (event) => {
    if (device !== undefined && event.device !== device) return;
    // To the server a duplicate is trouble too, if not much.
    if (only === "troubled" && !isTroubled(event) && event.duplicates === 0) return;
    if (frozen !== null) {
      setMissed((count) => count + 1);
      return;
    }
    setFresh((before) => [requestOf(event), ...before].slice(0, freshMax));
  });
  // Events were missed, for example while the connection was away: only the list knows what they were.
  useLive("reset", () => void list.refetch());
  const listed = new Set(list.items.map(({ id }) => id));
  const running = [...fresh.filter(({ id }) => !listed.has(id)), ...list.items];
  return {
    list,
    requests: frozen ?? running,
    isPaused: frozen !== null,
    missed,
    pause: () => setFrozen(running),
    resume: () => {
      setFrozen(null);
      setMissed(0);
      void list.refetch();
    },
  };
}

function requestOf({ device: uuid, device_name: name, ...event }: LiveRequest): Request {
  return { ...event, device: { uuid, name } };
}
