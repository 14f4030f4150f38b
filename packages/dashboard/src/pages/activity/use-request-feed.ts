import { useEffect, useRef, useState } from "react";
import { useLive } from "../../api/live.ts";
import { usePages } from "../../api/queries.ts";
import { isTroubled, type Request } from "./outcome-words.ts";

/** As GET …/live tells of a request: without the device's name. */
type LiveRequest = Omit<Request, "device" | "body_bytes" | "clock_offset_ms"> & { readonly device: string };

const pageItems = 50;
/** How long after something has arrived the list is asked for, which knows more than the event tells. */
const catchUpMs = 1500;
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
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const catchUp = () => {
    timer.current ??= setTimeout(
      () => {
        timer.current = undefined;
        void list.refetch();
      },
      catchUpMs * Math.max(1, list.data?.pages.length ?? 1),
    );
  };
  useLive<LiveRequest>("activity", (event) => {
    if (device !== undefined && event.device !== device) return;
    // To the server a duplicate is trouble too, if not much.
    if (only === "troubled" && !isTroubled(event) && event.duplicates === 0) return;
    if (frozen !== null) {
      setMissed((count) => count + 1);
      return;
    }
    setFresh((before) => [requestOf(event, list.items), ...before].slice(0, freshMax));
    catchUp();
  });
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

function requestOf({ device: uuid, ...event }: LiveRequest, known: readonly Request[]): Request {
  const name = known.find(({ device }) => device?.uuid === uuid)?.device?.name ?? "";
  return { ...event, device: { uuid, name }, body_bytes: null, clock_offset_ms: null };
}
