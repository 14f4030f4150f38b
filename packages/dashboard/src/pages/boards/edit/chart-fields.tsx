import { Plus, X } from "lucide-react";
import { Button, IconButton } from "../../../ui/button.tsx";
import { choicesOf, SelectField } from "../../../ui/field.tsx";
import type { TileAggregation, TileChartStyle } from "../model/board.ts";
import { SourceField } from "./source-field.tsx";
import type { TileFormProps } from "./tile-form-props.ts";

/** As many as have a colour of their own. */
const sourcesMax = 6;

const styles: Readonly<Record<TileChartStyle, string>> = {
  lines: "Lines",
  bars: "Bars",
  states: "On and off",
};

const aggregations: Readonly<Record<TileAggregation, string>> = {
  mean: "Average",
  min: "Lowest",
  max: "Highest",
  sum: "Sum",
  last: "Last",
};

/** The sensors of a chart, and how they are drawn. */
export function ChartFields({ fields, set, variable }: TileFormProps) {
  const { sources, style, aggregation } = fields;
  const hasVariable = variable?.kind === "device";
  const last = sources.at(-1);
  return (
    <>
      {sources.map((source, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same sensor may be chosen twice, and rows only grow and shrink.
        <fieldset key={nth} className="flex items-end gap-2">
          <legend className="sr-only">Sensor {nth + 1}</legend>
          <div className="min-w-0 flex-1">
            <SourceField
              source={source}
              hasVariable={hasVariable}
              onChange={(changed) => set({ sources: sources.with(nth, changed) })}
            />
          </div>
          {sources.length > 1 && (
            <IconButton
              label={`Remove sensor ${nth + 1}`}
              onClick={() => set({ sources: sources.toSpliced(nth, 1) })}
            >
              <X size={15} aria-hidden />
            </IconButton>
          )}
        </fieldset>
      ))}
      {sources.length < sourcesMax && (
        <div>
          <Button
            size="small"
            icon={<Plus size={14} aria-hidden />}
            onClick={() => set({ sources: [...sources, { device: last?.device, sensor: "" }] })}
          >
            Add sensor
          </Button>
        </div>
      )}
      <div className="grid grid-cols-2 gap-3">
        <SelectField
          label="Style"
          value={style}
          choices={choicesOf(styles)}
          onChange={(event) => set({ style: event.target.value as TileChartStyle })}
        />
        {style !== "states" && (
          <SelectField
            label="Values"
            value={aggregation}
            choices={choicesOf(aggregations)}
            hint="Each point combines the readings of one interval."
            onChange={(event) => set({ aggregation: event.target.value as TileAggregation })}
          />
        )}
      </div>
    </>
  );
}
