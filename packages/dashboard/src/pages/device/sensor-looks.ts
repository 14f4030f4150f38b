import { useCallback } from "react";
import { useCall } from "../../api/queries.ts";
import type { SensorLook } from "../../format/sensor-look.ts";

/** How values of sensors are shown: with their own unit, else their type's, and with the decimals, scale and states of their type. */
export function useSensorLooks(): (sensor: { type: string | null; unit: string | null }) => SensorLook {
  const types = useCall("listSensorTypes", {}, { staleTime: 300_000 }).data?.items;
  return useCallback(
    ({ type, unit }) => {
      const known = type === null ? undefined : types?.find(({ name }) => name === type);
      const { decimals = null, min = null, max = null, states = null } = known ?? {};
      return { unit: unit ?? known?.unit ?? null, decimals, min, max, states };
    },
    [types],
  );
}
