import { choicesOf, SelectField } from "../../../ui/field.tsx";
import { isBoardSpan, spanWords, type TileAggregation, type TileChartStyle } from "../model/board.ts";
import { SourcesField } from "./sources-field.tsx";
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

const spanChoices = Object.entries(spanWords).map(([value, words]) => {
  return { value, label: `Last ${words}` };
});

/** The sensors of a chart, and how they are drawn. */
export function ChartFields({ fields, set, variable }: TileFormProps) {
  const { sources, style, aggregation, span } = fields;
  return (
    <>
      <SourcesField
        sources={sources}
        max={sourcesMax}
        hasVariable={variable?.kind === "device"}
        onChange={(changed) => set({ sources: changed })}
      />
      <div className="grid grid-cols-2 gap-3 max-[370px]:grid-cols-1">
        <SelectField
          label="Style"
          value={style}
          choices={choicesOf(styles)}
          onChange={(event) => set({ style: event.target.value as TileChartStyle })}
        />
        <SelectField
          label="Time range"
          value={span ?? ""}
          choices={[{ value: "", label: "The board’s" }, ...spanChoices]}
          onChange={({ target: { value } }) => set({ span: isBoardSpan(value) ? value : null })}
        />
        {style !== "states" && (
          <SelectField
            label="Values"
            className="col-span-full"
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
