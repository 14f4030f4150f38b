import { useQueries } from "@tanstack/react-query";
import { useState } from "react";
import { useGatheredValues } from "../../../api/use-gathered-values.ts";
import { parseTime } from "../../../format/time.ts";
import { type BoardSensor, sensorQueries, type WantedSensors } from "./tile-queries.ts";
import type { Lookup } from "./use-board-devices.ts";

type Latest = NonNullable<BoardSensor["latest"]>;

/** New values come as events. This is for new names, units and sensors. */
const refreshMs = 120_000;

export interface BoardSensors {
  /** A sensor of a device, by its slug or UUID, with the latest value that is known. */
  readonly sensorOf: (device: string, sensor: string) => Lookup<BoardSensor>;
  /** The sensors of these devices that are loaded. */
  readonly sensorsOf: (devices: readonly string[]) => readonly BoardSensor[];
}

/** Loads sensors of several devices at once. Their latest values are kept up to date. */
export function useBoardSensors(wanted: WantedSensors): BoardSensors {
  const [arrived, setArrived] = useState<ReadonlyMap<string, Latest>>(new Map());
  const parts = sensorQueries(wanted);
  const results = useQueries({
    queries: parts.map(({ query }) => ({ ...query, refetchInterval: refreshMs })),
  });
  const known = new Set(results.flatMap(({ data }) => (data ?? []).map(({ uuid }) => uuid)));
  useGatheredValues(known, (values) => {
    setArrived((before) => {
      const next = new Map(before);
      for (const { sensor, at, value } of values) next.set(sensor, newer(next.get(sensor), { at, value }));
      return next;
    });
  });
  return {
    sensorOf: (device, name) => {
      const result = results[parts.findIndex(({ devices }) => devices.includes(device))];
      if (result?.data === undefined) return "loading";
      const found = result.data.find(
        (one) => one.device === device && (one.slug === name || one.uuid === name),
      );
      if (found === undefined) return "missing";
      const live = arrived.get(found.uuid);
      return live === undefined ? found : { ...found, latest: newer(live, found.latest) };
    },
    sensorsOf: (some) =>
      results.flatMap(({ data }) => (data ?? []).filter(({ device }) => some.includes(device))),
  };
}

/** The value with the later time, which need not be the last to arrive. */
function newer(one: Latest | undefined, other: Latest | null): Latest {
  if (one === undefined || other === null) return (one ?? other)!;
  return parseTime(one.at) > parseTime(other.at) ? one : other;
}
