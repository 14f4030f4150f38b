import { useMemo } from "react";
import { aggregatedCurve } from "./aggregated-curve.ts";
import type { ChartLook } from "./chart-look.ts";
import { type ChosenSensor, linkNamesOf } from "./chart-sensor.ts";
import type { Curve } from "./curve.ts";
import { letterAt } from "./derived/derived-series.ts";
import { lineColours, type PlotLine } from "./plot-line.ts";
import { statesOf } from "./state-names.ts";

/** A line of the chart, and the readings behind it, whichever figure of them is drawn. */
export interface ChartLine extends PlotLine {
  readonly readings: Pick<PlotLine, "curve" | "unit" | "decimals">;
  /** Its name in expressions; empty for a derived series. */
  readonly letter: string;
  readonly isHidden: boolean;
  /** The place of a derived series among those of the chart. */
  readonly derived?: number;
}

/** The lines of the sensors whose curves are loaded. They stay the same object until one of them changes. */
export function useLines(
  chosen: readonly ChosenSensor[],
  curves: ReadonlyMap<string, Curve>,
  widthMs: number,
  { aggregation, hidden }: Pick<ChartLook, "aggregation" | "hidden">,
): readonly ChartLine[] {
  const names = JSON.stringify([chosen, hidden]);
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
        const states = drawsValues(aggregation) ? statesOf(sensor, loaded) : null;
        const isHidden = linkNamesOf(sensor).some((name) => hidden.includes(name));
        return [
          {
            key: sensor.uuid,
            name: fullName(sensor),
            unit: look.unit,
            decimals: look.decimals,
            colour,
            curve,
            readings,
            widthMs,
            letter: letterAt(sensor.place),
            isHidden,
            ...(states === null ? {} : { states }),
          },
        ];
      }),
    [names, curves, widthMs, aggregation],
  );
}

/** Whether points are values that the sensor can have: a sum of states is none. */
function drawsValues(aggregation: ChartLook["aggregation"]): boolean {
  return aggregation !== "sum" && aggregation !== "count";
}

/** How many readings there are has no unit, whatever they measure. */
const countLook = { unit: "", decimals: 0 } as const;

function fullName({ name, device }: ChosenSensor): string {
  return device === null ? name : `${name} (${device.name})`;
}
