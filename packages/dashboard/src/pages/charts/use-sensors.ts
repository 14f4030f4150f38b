import { useQueries } from "@tanstack/react-query";
import { call } from "../../api/client.ts";
import { usePages } from "../../api/queries.ts";
import type { CallAnswer } from "../../api/route-types.ts";
import { type SensorLook, useSensorLooks } from "../device/sensor-looks.ts";
import type { SensorReference } from "./chart-search.ts";
import { linesMax, unitsMax, unitsOf } from "./plot-line.ts";

type Sensor = CallAnswer<"listSensors">["items"][number];

/** A sensor that can be shown, with the device that tells it apart from sensors of the same name. */
export interface ChartSensor {
  readonly uuid: string;
  readonly slug: string;
  readonly name: string;
  readonly unit: string;
  /** Decimals of the shown values; null shows all that a value has. */
  readonly decimals: number | null;
  /** Null for the device whose page this is. */
  readonly device: { readonly uuid: string; readonly name: string } | null;
  readonly latest: Sensor["latest"];
  /** The time of its first reading. */
  readonly firstAt: Sensor["first_at"];
  readonly type: string | null;
  /** The name of its device's group. */
  readonly group: string | null;
}

/** A sensor of the chart, and its place among those that the link names. Missing ones keep their places. */
export interface ChosenSensor extends ChartSensor {
  readonly place: number;
}

/** As many as fit into one answer. Nobody chooses from a longer list. */
const sensorsMax = 1000;

export function chartSensor(
  sensor: Omit<Sensor, "applicable_chain">,
  device: ChartSensor["device"],
  { unit, decimals }: SensorLook,
  group: string | null = null,
): ChartSensor {
  const { uuid, slug, name, type, latest, first_at: firstAt } = sensor;
  return { uuid, slug, name, unit: unit ?? "", decimals, device, latest, firstAt, type, group };
}

export function useDeviceSensors(device: string) {
  return usePages("listSensors", { params: { device }, query: { limit: sensorsMax } });
}

/** The sensors of other devices that a link names. Deleted ones are left out. */
export function useForeignSensors(references: readonly SensorReference[]): readonly ChartSensor[] {
  const lookOf = useSensorLooks();
  const devices = [...new Set(references.map(({ device }) => device).filter((uuid) => uuid !== null))];
  const results = useQueries({
    queries: devices.map((device) => ({
      queryKey: ["sensors with their device", device],
      staleTime: 30_000,
      queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
        const params = { device };
        const [{ uuid, name, group }, { items }] = await Promise.all([
          call("showDevice", { params, signal }),
          call("listSensors", { params, query: { limit: sensorsMax }, signal }),
        ]);
        return items.map((sensor) => ({ sensor, of: { uuid, name }, group }));
      },
    })),
  });
  return results.flatMap(({ data }) =>
    (data ?? []).map(({ sensor, of, group }) => chartSensor(sensor, of, lookOf(sensor), group)),
  );
}

/**
 * The sensors that the link names, in its order. Without a link, the first sensors with data, in at most two
 * units.
 */
export function chosenSensors(
  own: readonly ChartSensor[],
  foreign: readonly ChartSensor[],
  references: readonly SensorReference[] | null,
): readonly ChosenSensor[] {
  if (references === null) return usualSensors(own).map((sensor, place) => ({ ...sensor, place }));
  const known = [...own, ...foreign];
  const named = references.flatMap((reference, place) => {
    const found = known.find((sensor) => isSame(referenceTo(sensor), reference));
    return found === undefined ? [] : [{ ...found, place }];
  });
  return withRoom(named, linesMax, unitsMax);
}

const usualMax = 3;
const usualUnitsMax = 2;

function usualSensors(own: readonly ChartSensor[]): readonly ChartSensor[] {
  const withData = own.filter(({ latest }) => latest !== null);
  return withRoom(withData.length > 0 ? withData : own, usualMax, usualUnitsMax);
}

function withRoom<Sensor extends ChartSensor>(
  sensors: readonly Sensor[],
  most: number,
  mostUnits: number,
): Sensor[] {
  const taken: Sensor[] = [];
  for (const sensor of sensors) {
    if (taken.length < most && unitsOf([...taken, sensor]).length <= mostUnits) taken.push(sensor);
  }
  return taken;
}

export function referenceTo({ device, slug }: ChartSensor): SensorReference {
  return { device: device?.uuid ?? null, slug };
}

export function isSame(one: SensorReference, other: SensorReference): boolean {
  return one.device === other.device && one.slug === other.slug;
}
