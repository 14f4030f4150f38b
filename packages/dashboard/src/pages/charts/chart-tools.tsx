import type { ChartLook } from "./chart-look.ts";
import type { ChartSensor, OfferedSensor } from "./chart-sensor.ts";
import { derivedMax } from "./derived/derived-series.ts";
import { LookMenu } from "./look-menu.tsx";
import { MoreTools } from "./more-tools.tsx";
import { unitsOf } from "./plot-line.ts";
import { RangeBar } from "./range-bar.tsx";
import type { ChartDefinition } from "./saved/chart-definition.ts";
import { SavedChartsMenu } from "./saved/saved-charts-menu.tsx";
import { SensorPicker } from "./sensor-picker.tsx";
import type { ChartView } from "./use-chart-view.ts";
import type { ChartLine } from "./use-lines.ts";

/** The buttons above the chart. */
export function ChartTools({
  device,
  deviceName,
  own,
  chosen,
  lines,
  view,
  look,
  widthMs,
  toggle,
  changeLook,
  definition,
  picture,
  onDerive,
  onAnnotate,
  onAddToBoard,
}: {
  readonly device: string;
  readonly deviceName: string;
  readonly own: readonly ChartSensor[];
  readonly chosen: readonly ChartSensor[];
  readonly lines: readonly ChartLine[];
  readonly view: ChartView;
  readonly look: ChartLook;
  readonly widthMs: number;
  readonly toggle: (sensor: OfferedSensor) => void;
  readonly changeLook: (change: Partial<ChartLook>) => void;
  /** What would be saved of the chart. */
  readonly definition: () => ChartDefinition;
  readonly picture: () => Blob | null;
  readonly onDerive: () => void;
  /** Undefined for people who may not. */
  readonly onAnnotate: (() => void) | undefined;
  readonly onAddToBoard: () => void;
}) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <RangeBar view={view} />
      <div className="ml-auto flex flex-wrap justify-end gap-2">
        <SavedChartsMenu definition={chosen.length > 0 ? definition : null} />
        <LookMenu units={unitsOf(lines)} look={look} widthMs={widthMs} onChange={changeLook} />
        <SensorPicker
          device={own.length === 0 ? null : device}
          own={own}
          chosen={chosen}
          onToggle={toggle}
          onDerive={look.derived.length < derivedMax ? onDerive : null}
        />
        <MoreTools
          // Charts has an import for all devices.
          imports={own.length === 0 ? null : device}
          view={view}
          exported={{ deviceName, chosen, lines, span: view.span, picture }}
          onAnnotate={onAnnotate}
          onAddToBoard={chosen.length > 0 ? onAddToBoard : undefined}
        />
      </div>
    </div>
  );
}
