import { useEffect, useMemo, useState } from "react";
import { useLive } from "../../api/live.ts";
import { refresh } from "../../api/queries.ts";
import { usePaced } from "../../api/use-paced.ts";
import { parseTime } from "../../format/time.ts";
import { isRejected } from "../activity/outcome-words.ts";
import type { DeviceFilter } from "./device-filter.ts";
import { type DeviceEvent, DeviceNews } from "./device-news.ts";
import type { ListedDevice } from "./use-connections.ts";

/** How often the list is reloaded at most while devices change their places. */
const followEveryMs = 3000;
/** No event reports that a device has gone silent or was changed by somebody else. */
const againEveryMs = 15_000;

interface AskedList {
  readonly items: readonly ListedDevice[];
  readonly refetchFromTop: () => unknown;
}

/**
 * Reloads the list when events change the order of devices, and at intervals. Only the first page is reloaded, because
 * it is the visible one. While the list is held, it is not reloaded, and the number of devices that would move is
 * counted.
 */
export function useFreshList(
  list: AskedList,
  { filter, isHeld }: { readonly filter: DeviceFilter; readonly isHeld: boolean },
): { readonly movedCount: number; readonly show: () => void } {
  const { items } = list;
  const listed = useMemo(() => new Map(items.map((device) => [device.uuid, device])), [items]);
  const [news] = useState(() => new DeviceNews());
  const [movedCount, setMovedCount] = useState(0);
  const show = () => {
    news.forget();
    setMovedCount(0);
    list.refetchFromTop();
  };
  const following = usePaced(() => {
    if (news.isBehind) void refresh("countDevices");
    if (isHeld) setMovedCount(news.movedCount);
    else show();
  }, followEveryMs);
  useEffect(() => {
    const timer = setInterval(() => document.hidden || following.ask(), againEveryMs);
    return () => clearInterval(timer);
  }, [following]);
  useEffect(() => {
    if (!isHeld && news.isBehind) following.ask();
  }, [isHeld, news, following]);
  // Moves in one list mean nothing for another list, which was loaded just now.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the query matters.
  useEffect(() => {
    news.forget();
    setMovedCount(0);
  }, [filter, news]);

  const hear = (event: DeviceEvent) => {
    const lastMs = ({ device, what }: DeviceEvent) => {
      const found = listed.get(device);
      const last = what === "connected" ? found?.last_connected : found?.last_troubled;
      return typeof last === "string" ? parseTime(last) : last;
    };
    const onlineForMs = (device: string) => {
      const found = listed.get(device);
      return found === undefined ? undefined : found.expectation.offline_after_s * 1000;
    };
    if (news.hear(event, { filter, lastMs, onlineForMs, first: items[0]?.uuid })) following.ask();
  };
  useLive("device", ({ device, last_connected }) =>
    hear({ device, what: "connected", atMs: parseTime(last_connected) }),
  );
  useLive("activity", ({ device, at, ...outcome }) => {
    if (isRejected(outcome)) hear({ device, what: "rejected", atMs: parseTime(at) });
  });
  useLive("alarm", () => {
    news.hearAlarm();
    following.ask();
  });
  return { movedCount, show };
}
