import { useQueries } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../../api/client.ts";
import { isGone } from "../../../api/problem.ts";
import type { CallAnswer } from "../../../api/route-types.ts";
import { parseTime } from "../../../format/time.ts";
import type { Lookup } from "./use-board-devices.ts";
import { useLiveValues } from "./use-live-values.ts";

export type BoardSensor = CallAnswer<"listSensors">["items"][number];
type Latest = NonNullable<BoardSensor["latest"]>;

/** As many as fit into one answer. */
const sensorsMax = 1000;
const refreshMs = 60_000;

export interface BoardSensors {
  /** A sensor of a device, by its slug or UUID, with the latest value that is known. */
  readonly sensorOf: (device: string, sensor: string) => Lookup<BoardSensor>;
}

/** The sensors of these devices. Their latest values are kept up to date. */
export function useBoardSensors(devices: readonly string[]): BoardSensors {
  const [arrived, setArrived] = useState<ReadonlyMap<string, Latest>>(new Map());
  const results = useQueries({
    queries: devices.map((device) => {
      const input = { params: { device }, query: { limit: sensorsMax } };
      return {
        queryKey: ["listSensors", input],
        queryFn: ({ signal }: { readonly signal: AbortSignal }) => call("listSensors", { ...input, signal }),
        refetchInterval: refreshMs,
      };
    }),
  });
  const known = new Set(results.flatMap(({ data }) => (data?.items ?? []).map(({ uuid }) => uuid)));
  useLiveValues(known, (values) => {
    setArrived((before) => {
      const next = new Map(before);
      for (const { sensor, at, value } of values) next.set(sensor, newer(next.get(sensor), { at, value }));
      return next;
    });
  });
  return {
    sensorOf: (device, name) => {
      const result = results[devices.indexOf(device)];
      if (isGone(result?.error)) return "missing";
      if (result?.data === undefined) return "loading";
      const found = result.data.items.find(({ slug, uuid }) => slug === name || uuid === name);
      if (found === undefined) return "missing";
      const live = arrived.get(found.uuid);
      return live === undefined ? found : { ...found, latest: newer(live, found.latest) };
    },
  };
}

/** The value with the later time, which need not be the last to arrive. */
function newer(one: Latest | undefined, other: Latest | null): Latest {
  if (one === undefined || other === null) return (one ?? other)!;
  return parseTime(one.at) > parseTime(other.at) ? one : other;
}
