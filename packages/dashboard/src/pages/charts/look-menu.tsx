import type { ChartAggregation } from "@weir/protocol/closed-sets";
import { SlidersHorizontal } from "lucide-react";
import { useState } from "react";
import { durationText } from "../../format/time.ts";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { CheckboxField, choicesOf, SelectField } from "../../ui/field.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import { Popover } from "../../ui/popover.tsx";
import { type AxisEnds, type ChartLook, readEnd } from "./chart-look.ts";

const aggregations: Readonly<Record<ChartAggregation, string>> = {
  mean: "Mean, with the range of values",
  min: "Minimum",
  max: "Maximum",
  sum: "Sum",
  last: "Last value",
  count: "Number of readings",
};
const shortAggregations: Readonly<Record<ChartAggregation, string>> = {
  mean: "Mean",
  min: "Min",
  max: "Max",
  sum: "Sum",
  last: "Last",
  count: "Readings",
};

const minute = 60;
const hour = 60 * minute;
const widthsSeconds = [
  1,
  10,
  minute,
  5 * minute,
  10 * minute,
  15 * minute,
  30 * minute,
  hour,
  2 * hour,
  3 * hour,
  6 * hour,
  12 * hour,
  24 * hour,
];

interface LookMenuProps {
  readonly look: ChartLook;
  /** The units of the axes, in order. */
  readonly units: readonly string[];
  /** The width of the buckets that are drawn. */
  readonly widthMs: number;
  readonly onChange: (change: Partial<ChartLook>) => void;
}

/** Chooses what a point of the chart stands for, and the ends of the axes. */
export function LookMenu(props: LookMenuProps) {
  const { look } = props;
  const text = lookText(look);
  const isUsual = text === "" && look.axes.size === 0 && look.hasLimits;
  return (
    <Popover
      label="Chart options"
      align="end"
      className="w-80 p-3"
      trigger={
        <Button
          icon={<SlidersHorizontal size={14} aria-hidden />}
          title="Chart options"
          className={cx(!isUsual && "border-accent! bg-accent-soft! text-accent!")}
        >
          <span className="max-lg:sr-only">{text || "Options"}</span>
        </Button>
      }
    >
      {() => <LookForm {...props} />}
    </Popover>
  );
}

/** "Sum per 1 h"; empty if both are automatic. */
function lookText({ aggregation, widthMs }: ChartLook): string {
  if (aggregation === "mean" && widthMs === null) return "";
  return `${shortAggregations[aggregation]}${widthMs === null ? "" : ` per ${durationText(widthMs)}`}`;
}

function LookForm({ look, units, widthMs, onChange }: LookMenuProps) {
  const wanted = look.widthMs;
  return (
    <div className="flex flex-col gap-3">
      <SelectField
        label="Each point shows"
        choices={choicesOf(aggregations)}
        value={look.aggregation}
        onChange={({ target }) => onChange({ aggregation: target.value as ChartAggregation })}
      />
      <SelectField
        label="Time per point"
        choices={[
          { value: "", label: "Automatic" },
          ...widthsSeconds.map((seconds) => ({
            value: String(seconds),
            label: seconds === 24 * hour ? "1 day" : durationText(seconds * 1000),
          })),
        ]}
        value={wanted === null ? "" : String(wanted / 1000)}
        hint={
          wanted !== null && wanted !== widthMs
            ? `Too short for this range. Each point covers ${durationText(widthMs)}.`
            : `Currently ${durationText(widthMs)}.`
        }
        onChange={({ target }) =>
          onChange({ widthMs: target.value === "" ? null : Number(target.value) * 1000 })
        }
      />
      {units.map((unit) => (
        <AxisFields
          key={unit}
          unit={unit}
          ends={look.axes.get(unit) ?? { min: null, max: null }}
          onChange={(ends) => onChange({ axes: new Map(look.axes).set(unit, ends) })}
        />
      ))}
      <CheckboxField
        label="Alert rule limits"
        checked={look.hasLimits}
        onChange={({ target }) => onChange({ hasLimits: target.checked })}
      />
    </div>
  );
}

function AxisFields({
  unit,
  ends,
  onChange,
}: {
  readonly unit: string;
  readonly ends: AxisEnds;
  readonly onChange: (ends: AxisEnds) => void;
}) {
  const [min, setMin] = useState(ends.min === null ? "" : String(ends.min));
  const [max, setMax] = useState(ends.max === null ? "" : String(ends.max));
  const isWrong = isBackwards(min, max);
  const change = (low: string, high: string) => {
    setMin(low);
    setMax(high);
    if (!isBackwards(low, high)) onChange({ min: readEnd(low), max: readEnd(high) });
  };
  const of = unit === "" ? "" : ` (${unit})`;
  return (
    <div className="grid grid-cols-2 gap-2">
      <NumberField
        label={`Axis from${of}`}
        placeholder="Automatic"
        value={min}
        onChange={({ target }) => change(target.value, max)}
      />
      <NumberField
        label={`Axis to${of}`}
        placeholder="Automatic"
        value={max}
        error={isWrong ? "Must be higher." : undefined}
        onChange={({ target }) => change(min, target.value)}
      />
    </div>
  );
}

function isBackwards(min: string, max: string): boolean {
  const [low, high] = [readEnd(min), readEnd(max)];
  return low !== null && high !== null && low >= high;
}
