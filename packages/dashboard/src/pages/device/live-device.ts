import type { InfiniteData, Query } from "@tanstack/react-query";
import type { LiveValue } from "@weir/protocol/manage/live-events";
import { useLive } from "../../api/live.ts";
import { queryClient } from "../../api/query-client.ts";
import type { CallAnswer } from "../../api/route-types.ts";
import { useRefreshOnAlarm } from "../../api/use-refresh-on-alarm.ts";
import { useRefreshSoon } from "../../api/use-refresh-soon.ts";
import { parseTime } from "../../format/time.ts";
import type { Device } from "./use-device.ts";

/** The shortest time between two reloads of counts and lists. */
const refreshEveryMs = 3000;
/** Requests also carry the battery level, which no event reports. */
const changedByRequests = ["showDevice", "listDeviceRequests", "showDeviceStatistics"] as const;

type SensorPages = InfiniteData<CallAnswer<"listSensors">>;

/** Keeps everything shown of a device up to date. */
export function useLiveDevice(uuid: string): void {
  const refreshSoon = useRefreshSoon(changedByRequests, refreshEveryMs);
  useLive("value", (event) => {
    if (event.device === uuid) showValue(event);
  });
  useLive("device", ({ device, last_connected }) => {
    if (device !== uuid) return;
    queryClient.setQueryData<Device>(["showDevice", { params: { device } }], (shown) =>
      shown === undefined ? shown : { ...shown, last_connected, status: "online" },
    );
  });
  const refreshIfMeant = ({ device }: { readonly device: string }) => {
    if (device === uuid) refreshSoon();
  };
  useLive("activity", refreshIfMeant);
  useLive("outcome", refreshIfMeant);
  useRefreshOnAlarm(["listAlarms", "listDeviceAlarms"], ({ device }) => device === uuid);
}

/** The value with the latest time is shown, which need not be the last to arrive. */
function showValue({ device, sensor, at, value }: LiveValue): void {
  const ofDevice = {
    // Other pages cache the same sensors as one plain list without pages.
    predicate: ({ queryKey: [name, input, form] }: Query) =>
      name === "listSensors" &&
      form === "pages" &&
      (input as { params: { device: string } }).params.device === device,
  };
  queryClient.setQueriesData<SensorPages>(ofDevice, (shown) => {
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
  });
  for (const query of queryClient.getQueryCache().findAll(ofDevice)) loadAgainAfter(query);
}

const loadedAgain = new Set<Query>();

/** An answer that is on its way may be older than the value that has just arrived, and would hide it. */
function loadAgainAfter(query: Query): void {
  const { promise, queryKey } = query;
  if (query.state.fetchStatus !== "fetching" || promise === undefined || loadedAgain.has(query)) return;
  loadedAgain.add(query);
  const loadAgain = () => {
    loadedAgain.delete(query);
    void queryClient.invalidateQueries({ queryKey, exact: true });
  };
  void promise.then(loadAgain, loadAgain);
}
