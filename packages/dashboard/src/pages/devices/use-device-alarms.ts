import { useQueries } from "@tanstack/react-query";
import { useMemo, useRef } from "react";
import { call } from "../../api/client.ts";
import type { CallAnswer } from "../../api/route-types.ts";
import { useRefreshOnAlarm } from "../../api/use-refresh-on-alarm.ts";
import type { AlarmCount } from "../../ui/alarm-marker.tsx";
import { blocksInSight, type Sight } from "./blocks-in-sight.ts";
import type { ListedDevice } from "./use-connections.ts";

const refreshMs = 60_000;

/**
 * The active alarms of the visible devices, by UUID, with one request for fifty devices. Reloads when alarms change.
 */
export function useDeviceAlarms(
  devices: readonly ListedDevice[],
  sight: Sight,
): ReadonlyMap<string, AlarmCount> {
  useRefreshOnAlarm(["listDeviceAlarms"]);
  const blocks = blocksInSight(devices, sight);
  const answers = useQueries({
    queries: blocks.map((block) => ({
      queryKey: ["listDeviceAlarms", { query: { devices: block } }],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call("listDeviceAlarms", { query: { devices: block }, signal }),
      refetchInterval: refreshMs,
      enabled: !sight.isMoving,
    })),
    combine: dataOf,
  });
  // A device that moves to another block keeps its old alarms until that block is loaded.
  const shown = useRef<ReadonlyMap<string, AlarmCount>>(new Map());
  const asked = blocks.join(" ");
  return useMemo(() => {
    const alarms = new Map<string, AlarmCount>();
    for (const [place, block] of asked.split(" ").entries()) {
      const answer = answers[place];
      for (const uuid of answer === undefined ? block.split(",") : []) {
        const known = shown.current.get(uuid);
        if (known !== undefined) alarms.set(uuid, known);
      }
      for (const item of answer?.items ?? []) alarms.set(item.device, item);
    }
    shown.current = alarms;
    return alarms;
  }, [answers, asked]);
}

/** Defined outside the hook, so that the function stays the same and answers are combined only when one has changed. */
function dataOf(results: readonly { readonly data: CallAnswer<"listDeviceAlarms"> | undefined }[]) {
  return results.map(({ data }) => data);
}
