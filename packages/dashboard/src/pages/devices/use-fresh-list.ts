import { useEffect, useMemo, useState } from "react";
import { useLive } from "../../api/live.ts";
import { refresh } from "../../api/queries.ts";
import { usePaced } from "../../api/use-paced.ts";
import { parseTime } from "../../format/time.ts";
import { isRejected } from "../activity/outcome-words.ts";
import type { DeviceFilter } from "./device-filter.ts";
import { type DeviceEvent, DeviceNews } from "./device-news.ts";
import type { ListedDevice } from "./use-connections.ts";

/** While devices come and go, the list follows this often. */
const followEveryMs = 3000;
/** That a device has fallen silent, or was changed by somebody else, no event tells. */
const againEveryMs = 15_000;

interface AskedList {
  readonly items: readonly ListedDevice[];
  readonly refetchFromTop: () => unknown;
}

/**
 * Asks for the list again when devices have done what puts them elsewhere in it, and now and then. Only its first page,
 * which is what is in sight; while the list is held still it waits, and tells how many devices would move.
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
  // What has moved in one list tells nothing of another, which was asked for just now.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the question that matters.
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
