import { useQueries } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../../api/client.ts";
import type { CallAnswer } from "../../../api/route-types.ts";
import { useGatheredValues } from "../../../api/use-gathered-values.ts";
import { parseTime } from "../../../format/time.ts";
import { chunks } from "./chunks.ts";
import { devicesPerRequest, type Lookup } from "./use-board-devices.ts";

export type BoardSensor = CallAnswer<"listSensorsOfDevices">["items"][number];
type Latest = NonNullable<BoardSensor["latest"]>;

/** As many as fit into one answer. */
const sensorsPerAnswer = 1000;
/** Further sensors are not shown. */
const answersMax = 10;
/** Longer lists of names would not fit into an address. All sensors of the devices are loaded instead. */
const namesLengthMax = 2000;
/** New values come as events. This is for new names, units and sensors. */
const refreshMs = 120_000;

export interface BoardSensors {
  /** A sensor of a device, by its slug or UUID, with the latest value that is known. */
  readonly sensorOf: (device: string, sensor: string) => Lookup<BoardSensor>;
  /** The sensors of these devices that are loaded. */
  readonly sensorsOf: (devices: readonly string[]) => readonly BoardSensor[];
}

/** The sensors of devices that a board shows. */
export interface WantedSensors {
  readonly devices: readonly string[];
  /** Slugs and UUIDs; null for all sensors. */
  readonly names: readonly string[] | null;
}

/** Loads sensors of several devices at once. Their latest values are kept up to date. */
export function useBoardSensors({ devices, names }: WantedSensors): BoardSensors {
  const [arrived, setArrived] = useState<ReadonlyMap<string, Latest>>(new Map());
  const wanted = names === null ? "" : [...new Set(names)].sort().join(",");
  const parts = chunks([...devices].sort(), devicesPerRequest);
  const results = useQueries({
    queries: parts.map((some) => {
      const query = {
        devices: some.join(","),
        limit: sensorsPerAnswer,
        ...(wanted === "" || wanted.length > namesLengthMax ? {} : { sensors: wanted }),
      };
      return {
        // Not the key of a single request, whose answer has another form.
        queryKey: ["listSensorsOfDevices", { query }, "all"],
        queryFn: ({ signal }: { readonly signal: AbortSignal }) => allSensors(query, signal),
        refetchInterval: refreshMs,
      };
    }),
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
      const result = results[parts.findIndex((some) => some.includes(device))];
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

/** All pages of the answer, up to a limit. */
async function allSensors(
  query: Readonly<{ devices: string; limit: number; sensors?: string }>,
  signal: AbortSignal,
): Promise<readonly BoardSensor[]> {
  const found: BoardSensor[] = [];
  let cursor: string | undefined;
  for (let nth = 0; nth < answersMax; nth++) {
    const { items, next } = await call("listSensorsOfDevices", { query: { ...query, cursor }, signal });
    found.push(...items);
    if (next === null) break;
    cursor = next;
  }
  return found;
}

/** The value with the later time, which need not be the last to arrive. */
function newer(one: Latest | undefined, other: Latest | null): Latest {
  if (one === undefined || other === null) return (one ?? other)!;
  return parseTime(one.at) > parseTime(other.at) ? one : other;
}
