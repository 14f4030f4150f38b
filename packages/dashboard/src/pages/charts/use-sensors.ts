import { useQueries } from "@tanstack/react-query";
import { call } from "../../api/client.ts";
import { isGone } from "../../api/problem.ts";
import { usePages } from "../../api/queries.ts";
import { useSensorLooks } from "../device/sensor-looks.ts";
import type { SensorReference } from "./chart-search.ts";
import { alertScopeOf, chartSensor, type ForeignDevice, sensorsMax } from "./chart-sensor.ts";

export function useDeviceSensors(device: string) {
  return usePages("listSensors", { params: { device }, query: { limit: sensorsMax } });
}

/** The other devices that a link names, by UUID: null for deleted ones, and none for those that are not loaded. */
export function useForeignDevices(
  references: readonly SensorReference[],
): ReadonlyMap<string, ForeignDevice | null> {
  const lookOf = useSensorLooks();
  const devices = [...new Set(references.map(({ device }) => device).filter((uuid) => uuid !== null))];
  const results = useQueries({
    queries: devices.map((asked) => ({
      queryKey: ["sensors with their device", asked],
      staleTime: 30_000,
      queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
        const params = { device: asked };
        const [device, { items }] = await Promise.all([
          call("showDevice", { params, signal }),
          call("listSensors", { params, query: { limit: sensorsMax }, signal }),
        ]);
        return { device, items };
      },
    })),
  });
  return new Map(
    results.flatMap(({ data, error }, nth): [string, ForeignDevice | null][] => {
      const asked = devices[nth]!;
      if (isGone(error)) return [[asked, null]];
      if (data === undefined) return [];
      const { uuid, name } = data.device;
      const scope = alertScopeOf(data.device);
      const sensors = data.items.map((sensor) => chartSensor(sensor, { uuid, name }, lookOf(sensor), scope));
      return [[asked, { name, sensors }]];
    }),
  );
}
