import { useCallback } from "react";
import { useCall } from "../../api/queries.ts";

export interface SensorLook {
  readonly unit: string | null;
  readonly decimals: number | null;
}

/** How values of sensors are shown: with their own unit, else their type's, and with the decimals of their type. */
export function useSensorLooks(): (sensor: { type: string | null; unit: string | null }) => SensorLook {
  const types = useCall("listSensorTypes", {}, { staleTime: 300_000 }).data?.items;
  return useCallback(
    ({ type, unit }) => {
      const known = type === null ? undefined : types?.find(({ name }) => name === type);
      return { unit: unit ?? known?.unit ?? null, decimals: known?.decimals ?? null };
    },
    [types],
  );
}
