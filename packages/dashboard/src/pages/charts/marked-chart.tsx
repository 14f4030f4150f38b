import { useMemo, useState } from "react";
import { messageOf } from "../../api/problem.ts";
import { Button } from "../../ui/button.tsx";
import { ChartNote } from "./chart-note.tsx";
import { isStrip, stripsHeightPx } from "./draw-strips.ts";
import { LimitHandles } from "./limit-handles.tsx";
import type { LimitLine } from "./limit-line.ts";
import { plotLimit } from "./limit-list.tsx";
import type { Mark } from "./mark.ts";
import { type MarkedSensor, markedLine } from "./marked-line.ts";
import { MarksLayer } from "./marks-layer.tsx";
import { Plot, type PlotBox, type ValueAxisEnds } from "./plot.tsx";
import type { Span } from "./span.ts";
import { spanFigures } from "./span-figures.ts";
import { isStateNow } from "./state-names.ts";
import { useCurves } from "./use-curves.ts";

const usualBox: PlotBox = { left: 0, top: 0, width: 900, height: 0 };
/** Enough for the width of a card. */
const points = 400;

/** A chart of one sensor over a span that stays, with marks. States are a strip. */
export function MarkedChart({
  sensor,
  span,
  marks,
  limits = [],
  onDragLimit,
  label,
  height,
}: {
  readonly sensor: MarkedSensor;
  readonly span: Span;
  readonly marks: readonly Mark[];
  readonly limits?: readonly LimitLine[];
  /** Called when somebody has moved a limit. Without it, limits stay where they are. */
  readonly onDragLimit?: ((side: LimitLine["side"], value: number) => void) | undefined;
  readonly label: string;
  readonly height: number;
}) {
  const [box, setBox] = useState(usualBox);
  const [ends, setEnds] = useState<ValueAxisEnds | null>(null);
  const { uuid, decimals } = sensor;
  const { curves, widthMs, isFirst, error, retry } = useCurves([uuid], span, points, null);
  const curve = curves.get(uuid);
  // Limits can be dragged along an axis, which a strip does not have.
  const hasAxis = onDragLimit !== undefined;
  const shape = JSON.stringify(sensor);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `shape` contains all of the sensor.
  const lines = useMemo(() => {
    if (curve === undefined) return [];
    const { states, ...line } = markedLine(sensor, curve, widthMs);
    return [hasAxis || states === undefined ? line : { ...line, states }];
  }, [shape, hasAxis, curve, widthMs]);
  const hasStrip = !hasAxis && (curve === undefined ? isStateNow(sensor) : lines.some(isStrip));
  const isEmpty = lines.every((line) => spanFigures(line.curve, span) === null);
  return (
    <Plot
      lines={lines}
      span={span}
      height={hasStrip ? stripsHeightPx(1) : height}
      label={label}
      limits={hasStrip ? [] : limits.map(plotLimit)}
      onBox={setBox}
      onValueAxis={setEnds}
    >
      <MarksLayer marks={marks} span={span} box={box} />
      {onDragLimit !== undefined && ends !== null && !isEmpty && (
        <LimitHandles limits={limits} box={box} ends={ends} decimals={decimals} onDrag={onDragLimit} />
      )}
      {error !== null ? (
        <ChartNote box={box} isAlert action={<Button onClick={retry}>Try again</Button>}>
          {messageOf(error)}
        </ChartNote>
      ) : isFirst ? (
        <ChartNote box={box}>Loading readings…</ChartNote>
      ) : (
        isEmpty && <ChartNote box={box}>No readings in this range.</ChartNote>
      )}
    </Plot>
  );
}
