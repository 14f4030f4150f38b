import { useEffect, useRef, useState } from "react";
import { useLive } from "../../api/live.ts";
import type { CallAnswer } from "../../api/route-types.ts";
import { parseTime } from "../../format/time.ts";

export type ListedDevice = CallAnswer<"listDevices">["items"][number];

/** As the server counts it. */
const onlineForMs = 10 * 60 * 1000;
/** A busy fleet connects all the time; the page follows once a second. */
const gatherMs = 1000;
const tickMs = 30_000;

/** When devices connected since the page was opened. */
export interface Connections {
  readonly nowMs: number;
  readonly lastConnected: ReadonlyMap<string, string>;
}

interface DeviceConnected {
  readonly device: string;
  readonly last_connected: string;
}

/** Changes when devices connect, and now and then, so that one that has gone silent does not go on being online. */
export function useConnections(): Connections {
  const [connections, setConnections] = useState<Connections>(() => ({
    nowMs: Date.now(),
    lastConnected: new Map(),
  }));
  const gathered = useRef(new Map<string, string>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useLive<DeviceConnected>("device", ({ device, last_connected }) => {
    gathered.current.set(device, last_connected);
    timer.current ??= setTimeout(show, gatherMs);
  });
  function show() {
    timer.current = undefined;
    const news = gathered.current;
    gathered.current = new Map();
    setConnections(({ lastConnected }) => ({
      nowMs: Date.now(),
      lastConnected: new Map([...lastConnected, ...news]),
    }));
  }
  useEffect(() => {
    const ticking = setInterval(
      () => setConnections(({ lastConnected }) => ({ nowMs: Date.now(), lastConnected })),
      tickMs,
    );
    return () => {
      clearInterval(ticking);
      clearTimeout(timer.current);
      timer.current = undefined;
    };
  }, []);
  return connections;
}

/** The device as it is now: what the list said when it was asked for, and what happened since. */
export function withConnection(device: ListedDevice, { nowMs, lastConnected }: Connections): ListedDevice {
  const heard = lastConnected.get(device.uuid);
  const last =
    heard !== undefined && (device.last_connected === null || heard > device.last_connected)
      ? heard
      : device.last_connected;
  if (last === null) return device;
  const status = parseTime(last) >= nowMs - onlineForMs ? "online" : "offline";
  return status === device.status && last === device.last_connected
    ? device
    : { ...device, status, last_connected: last };
}
