import { useQueries } from "@tanstack/react-query";
import type { LiveValue } from "@weir/protocol/manage/live-events";
import { useMemo, useRef } from "react";
import { call } from "../../api/client.ts";
import { queryClient } from "../../api/query-client.ts";
import type { CallAnswer } from "../../api/route-types.ts";
import { useGatheredValues } from "../../api/use-gathered-values.ts";
import { blocksInSight, type Sight } from "./blocks-in-sight.ts";
import { slugColumnsMax } from "./list-columns.ts";
import type { ListedDevice } from "./use-connections.ts";

type Answer = CallAnswer<"listSensorsOfDevices">;
type SensorOfDevice = Answer["items"][number];

/** The sensors of a device that have a column, by slug, with their latest values. */
export type ColumnValues = ReadonlyMap<string, SensorOfDevice>;

const refreshMs = 60_000;
const sensorsOfBlockMax = 50 * slugColumnsMax;

/**
 * The latest values of these sensors of the visible devices, by UUID of the device: one request for fifty devices, and
 * then as they arrive. Makes no request if no sensor is chosen.
 */
export function useColumnValues(
  devices: readonly ListedDevice[],
  sight: Sight,
  slugs: readonly string[],
): ReadonlyMap<string, ColumnValues> {
  const blocks = slugs.length === 0 ? [] : blocksInSight(devices, sight);
  const queries = blocks.map((block) => {
    const query = { devices: block, sensors: slugs.join(","), limit: sensorsOfBlockMax };
    return {
      queryKey: ["listSensorsOfDevices", { query }],
      queryFn: ({ signal }: { signal: AbortSignal }) => call("listSensorsOfDevices", { query, signal }),
      staleTime: refreshMs,
      refetchInterval: refreshMs,
      enabled: !sight.isMoving,
    };
  });
  const sensors = useQueries({ queries, combine: itemsOf });
  const uuids = useMemo(() => new Set(sensors.map(({ uuid }) => uuid)), [sensors]);
  useGatheredValues(uuids, (values) => {
    const arrived = new Map(values.map((value) => [value.sensor, value]));
    for (const { queryKey } of queries)
      queryClient.setQueryData<Answer>(queryKey, (known) => known && withArrived(known, arrived));
  });
  // A device whose values are the same keeps its map, so that its row is not drawn again.
  const shown = useRef<ReadonlyMap<string, ColumnValues>>(new Map());
  return useMemo(() => {
    const grouped = Map.groupBy(sensors, ({ device }) => device);
    const values = new Map(
      [...grouped].map(([device, own]) => {
        const latest = new Map(own.map((sensor) => [sensor.slug, sensor]));
        const before = shown.current.get(device);
        return [device, before !== undefined && isSame(before, latest) ? before : latest];
      }),
    );
    shown.current = values;
    return values;
  }, [sensors]);
}

function withArrived(known: Answer, arrived: ReadonlyMap<string, LiveValue>): Answer {
  const items = known.items.map((sensor) => {
    const value = arrived.get(sensor.uuid);
    if (value === undefined || (sensor.latest !== null && sensor.latest.at >= value.at)) return sensor;
    return { ...sensor, latest: { ...sensor.latest, at: value.at, value: value.value } };
  });
  return { ...known, items };
}

function isSame(one: ColumnValues, other: ColumnValues): boolean {
  return one.size === other.size && [...one].every(([slug, { latest }]) => isLatest(latest, other.get(slug)));
}

function isLatest(latest: SensorOfDevice["latest"], sensor: SensorOfDevice | undefined): boolean {
  return sensor !== undefined && latest?.at === sensor.latest?.at && latest?.value === sensor.latest?.value;
}

/** Defined outside the hook, so that the function stays the same and answers are combined only when one has changed. */
function itemsOf(results: readonly { readonly data: Answer | undefined }[]): readonly SensorOfDevice[] {
  return results.flatMap(({ data }) => data?.items ?? []);
}
