import { parseTime } from "../../format/time.ts";
import { Button } from "../../ui/button.tsx";
import { ChartNote } from "./chart-note.tsx";
import type { ChartSensor } from "./chart-sensor.ts";
import type { PlotBox } from "./plot.tsx";

/** Says why the chart is empty, and leads to the latest readings. */
export function NothingHere({
  chosen,
  box,
  onShow,
  length,
}: {
  readonly chosen: readonly ChartSensor[];
  readonly box: PlotBox;
  readonly onShow: (span: { fromMs: number; toMs: number }) => void;
  readonly length: number;
}) {
  const latest = chosen.flatMap(({ latest: one }) => (one === null ? [] : [parseTime(one.at)]));
  if (chosen.length === 0) return <ChartNote box={box}>Choose a sensor to see its readings.</ChartNote>;
  if (latest.length === 0) return <ChartNote box={box}>No data yet.</ChartNote>;
  const lastMs = Math.max(...latest);
  const toMs = lastMs + length * 0.1;
  return (
    <ChartNote
      box={box}
      action={<Button onClick={() => onShow({ fromMs: toMs - length, toMs })}>Show latest readings</Button>}
    >
      No readings in this range.
    </ChartNote>
  );
}
