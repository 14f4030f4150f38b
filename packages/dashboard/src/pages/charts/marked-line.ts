import type { ChartSensor } from "./chart-sensor.ts";
import type { Curve } from "./curve.ts";
import { lineColours, type PlotLine } from "./plot-line.ts";
import { statesOf } from "./state-names.ts";

export type MarkedSensor = Pick<
  ChartSensor,
  "uuid" | "name" | "unit" | "decimals" | "type" | "states" | "latest"
>;

/** A sensor in a chart of its own: a strip if all its values are states, and otherwise a curve. */
export function markedLine(
  { uuid, name, unit, decimals, type, states: named }: MarkedSensor,
  curve: Curve,
  widthMs: number,
): PlotLine {
  const states = statesOf({ type, name, unit, states: named }, curve);
  const line = { key: uuid, name, unit, decimals, colour: lineColours[0]!, curve, widthMs };
  return states === null ? line : { ...line, states };
}
