import { useEffect, useRef, useState } from "react";
import { useLive } from "../../api/live.ts";
import type { CallAnswer } from "../../api/route-types.ts";
import { parseTime } from "../../format/time.ts";
import { isRejected } from "../activity/outcome-words.ts";

export type ListedDevice = CallAnswer<"listDevices">["items"][number];

/** A busy fleet connects all the time; the page follows once a second. */
const gatherMs = 1000;
const tickMs = 10_000;

/** When devices connected and when they were refused or rejected since the page was opened, by UUID. */
interface Connections {
  readonly nowMs: number;
  readonly lastConnected: ReadonlyMap<string, string>;
  readonly lastTroubled: ReadonlyMap<string, string>;
}

/**
 * Changes when devices connect or are rejected. It also changes at intervals, so that a device that has gone silent
 * does not stay online.
 */
export function useConnections(): Connections {
  const [connections, setConnections] = useState<Connections>(() => ({
    nowMs: Date.now(),
    lastConnected: new Map(),
    lastTroubled: new Map(),
  }));
  const gathered = useRef(nothingHeard());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useLive("device", ({ device, last_connected }) => {
    gathered.current.connected.set(device, last_connected);
    timer.current ??= setTimeout(show, gatherMs);
  });
  useLive("activity", ({ device, at, ...outcome }) => {
    if (!isRejected(outcome)) return;
    gathered.current.troubled.set(device, at);
    timer.current ??= setTimeout(show, gatherMs);
  });
  function show() {
    timer.current = undefined;
    const { connected, troubled } = gathered.current;
    gathered.current = nothingHeard();
    setConnections(({ lastConnected, lastTroubled }) => ({
      nowMs: Date.now(),
      lastConnected: new Map([...lastConnected, ...connected]),
      lastTroubled: new Map([...lastTroubled, ...troubled]),
    }));
  }
  useEffect(() => {
    const ticking = setInterval(() => setConnections((known) => ({ ...known, nowMs: Date.now() })), tickMs);
    return () => {
      clearInterval(ticking);
      clearTimeout(timer.current);
      timer.current = undefined;
    };
  }, []);
  return connections;
}

function nothingHeard() {
  return { connected: new Map<string, string>(), troubled: new Map<string, string>() };
}

/** The device as it is now: the state from the list, updated with later events. */
export function withConnection(device: ListedDevice, heard: Connections): ListedDevice {
  const last_connected = later(device.last_connected, heard.lastConnected.get(device.uuid));
  const last_troubled = later(device.last_troubled, heard.lastTroubled.get(device.uuid));
  const onlineForMs = device.expectation.offline_after_s * 1000;
  const isOnline = last_connected !== null && parseTime(last_connected) >= heard.nowMs - onlineForMs;
  const status = last_connected === null ? device.status : isOnline ? "online" : "offline";
  const isAsListed =
    status === device.status &&
    last_connected === device.last_connected &&
    last_troubled === device.last_troubled;
  return isAsListed ? device : { ...device, status, last_connected, last_troubled };
}

/** Compares times as text. The server writes all times in the same format. */
function later(listed: string | null, heard: string | undefined): string | null {
  return heard !== undefined && (listed === null || heard > listed) ? heard : listed;
}
