import { tileAggregations } from "@weir/protocol/closed-sets";
import { chartSourcesMax } from "@weir/protocol/manage/board-limits";
import type { ChartTileDraft } from "../boards/model/new-tile.ts";
import type { ChartLook } from "./chart-look.ts";
import { type ChartSensor, unitsOfSensors } from "./chart-sensor.ts";

/**
 * The tile of a board that shows what the chart shows: its sensors, what a point is, and the range of the first axis.
 * `device` is that of sensors that name none. A tile cannot count readings.
 */
export function tileOfChart(
  device: string,
  chosen: readonly ChartSensor[],
  { aggregation, axes }: Pick<ChartLook, "aggregation" | "axes">,
): ChartTileDraft {
  const [unit = ""] = unitsOfSensors(chosen);
  const { min, max } = axes.get(unit) ?? { min: null, max: null };
  return {
    kind: "chart",
    title: "",
    settings: {
      sources: chosen
        .slice(0, chartSourcesMax)
        .map((sensor) => ({ device: sensor.device?.uuid ?? device, sensor: sensor.uuid })),
      style: "lines",
      aggregation: tileAggregations.find((one) => one === aggregation) ?? "mean",
      ...(min === null ? {} : { min }),
      ...(max === null ? {} : { max }),
    },
  };
}
