import { useEffect, useRef, useState } from "react";
import { useLive } from "../../api/live.ts";
import type { CallAnswer } from "../../api/route-types.ts";
import { parseTime } from "../../format/time.ts";
import { isRejected } from "../activity/outcome-words.ts";

export type ListedDevice = CallAnswer<"listDevices">["items"][number];

/** A busy fleet connects all the time; the page follows once a second. */
const gatherMs = 1000;
const tickMs = 10_000;

/** When devices connected since the page was opened, by UUID. */
interface Connections {
  readonly nowMs: number;
  readonly lastConnected: ReadonlyMap<string, string>;
  /** When they were refused or rejected. Left out if the page does not show that. */
  readonly lastTroubled?: ReadonlyMap<string, string>;
}

/**
 * Changes when devices connect. It also changes at intervals, so that a device that has gone silent does not stay online.
 */
export function useConnections(): Connections {
  const [nowMs, setNowMs] = useState(() => Date.now());
  const [lastConnected, hear] = useHeardTimes();
  useLive("device", ({ device, last_connected }) => hear(device, last_connected));
  useEffect(() => {
    const ticking = setInterval(() => setNowMs(Date.now()), tickMs);
    return () => clearInterval(ticking);
  }, []);
  return { nowMs, lastConnected };
}

/** Changes also when devices are refused or rejected. The page then gets an event for each of their requests. */
export function useConnectionsAndTroubles(): Connections {
  const [lastTroubled, hear] = useHeardTimes();
  useLive("activity", ({ device, at, ...outcome }) => {
    if (isRejected(outcome)) hear(device, at);
  });
  return { ...useConnections(), lastTroubled };
}

/** The last time that was heard of each device, and a function to hear another one. */
function useHeardTimes(): [ReadonlyMap<string, string>, (device: string, at: string) => void] {
  const [times, setTimes] = useState<ReadonlyMap<string, string>>(() => new Map());
  const gathered = useRef(new Map<string, string>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const show = () => {
    timer.current = undefined;
    const heard = gathered.current;
    gathered.current = new Map();
    setTimes((known) => new Map([...known, ...heard]));
  };
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
  return [
    times,
    (device, at) => {
      gathered.current.set(device, at);
      timer.current ??= setTimeout(show, gatherMs);
    },
  ];
}

/** The device as it is now: the state from the list, updated with later events. */
export function withConnection(device: ListedDevice, heard: Connections): ListedDevice {
  const last_connected = later(device.last_connected, heard.lastConnected.get(device.uuid));
  const last_troubled = later(device.last_troubled, heard.lastTroubled?.get(device.uuid));
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
