import type { InfiniteData } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { type LiveValue, useLive } from "../../api/live.ts";
import { queryClient, refresh } from "../../api/queries.ts";
import type { CallAnswer } from "../../api/route-types.ts";
import { parseTime } from "../../format/time.ts";
import type { Device } from "./use-device.ts";

/** Counts and lists follow what happens, but not more often than this. */
const refreshEveryMs = 3000;

type SensorPages = InfiniteData<CallAnswer<"listSensors">>;

/** Keeps everything that is shown of a device up with what happens to it. */
export function useLiveDevice(uuid: string): void {
  const refreshSoon = useRefreshSoon();
  useLive<LiveValue>("value", (event) => {
    if (event.device === uuid) showValue(event);
  });
  useLive<{ device: string; last_connected: string }>("device", ({ device, last_connected }) => {
    if (device !== uuid) return;
    queryClient.setQueryData<Device>(["showDevice", { params: { device } }], (shown) =>
      shown === undefined ? shown : { ...shown, last_connected, status: "online" },
    );
  });
  useLive<{ device: string }>("activity", ({ device }) => {
    if (device === uuid) refreshSoon();
  });
  useLive<{ device: string }>("alarm", ({ device }) => {
    if (device === uuid) void refresh("listAlarms");
  });
}

/** The value with the latest time is shown, which need not be the last to arrive. */
function showValue({ device, sensor, at, value }: LiveValue): void {
  queryClient.setQueriesData<SensorPages>(
    {
      // Other pages ask for the same sensors as one plain list, which has no pages.
      predicate: ({ queryKey: [name, input, form] }) =>
        name === "listSensors" &&
        form === "pages" &&
        (input as { params: { device: string } }).params.device === device,
    },
    (shown) => {
      if (shown === undefined) return shown;
      const pages = shown.pages.map((page) => ({
        ...page,
        items: page.items.map((item) =>
          item.uuid === sensor && (item.latest === null || parseTime(item.latest.at) <= parseTime(at))
            ? { ...item, latest: { value, at } }
            : item,
        ),
      }));
      return { ...shown, pages };
    },
  );
}

/** The battery comes with requests too, and no event tells it. */
function useRefreshSoon(): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return () => {
    if (timer.current !== undefined) return;
    timer.current = setTimeout(() => {
      timer.current = undefined;
      void refresh("showDevice", "listDeviceRequests", "showDeviceStatistics");
    }, refreshEveryMs);
  };
}
