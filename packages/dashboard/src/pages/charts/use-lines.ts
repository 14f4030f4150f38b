import type { ChartAggregation } from "@weir/protocol/closed-sets";
import { useMemo } from "react";
import { aggregatedCurve } from "./aggregated-curve.ts";
import type { Curve } from "./curve.ts";
import { lineColours, type PlotLine } from "./plot-line.ts";
import type { ChartSensor } from "./use-sensors.ts";

/** A line of the chart, and the readings behind it, whichever figure of them is drawn. */
export interface ChartLine extends PlotLine {
  readonly readings: Pick<PlotLine, "curve" | "unit" | "decimals">;
}

/** The lines of the sensors whose curves are loaded. They stay the same object until one of them changes. */
export function useLines(
  chosen: readonly ChartSensor[],
  curves: ReadonlyMap<string, Curve>,
  widthMs: number,
  aggregation: ChartAggregation,
): readonly ChartLine[] {
  const names = JSON.stringify(chosen);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `names` changes whenever one of the sensors does.
  return useMemo(
    () =>
      chosen.flatMap((sensor, nth): ChartLine[] => {
        const loaded = curves.get(sensor.uuid);
        const colour = lineColours[nth];
        if (loaded === undefined || colour === undefined) return [];
        const readings = { curve: loaded, unit: sensor.unit, decimals: sensor.decimals };
        const look = aggregation === "count" ? countLook : readings;
        const curve = aggregatedCurve(loaded, aggregation);
        return [{ ...look, key: sensor.uuid, name: fullName(sensor), colour, curve, readings, widthMs }];
      }),
    [names, curves, widthMs, aggregation],
  );
}

/** How many readings there are has no unit, whatever they measure. */
const countLook = { unit: "", decimals: 0 } as const;

function fullName({ name, device }: ChartSensor): string {
  return device === null ? name : `${name} (${device.name})`;
}
