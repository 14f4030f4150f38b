import { TextField } from "../../../ui/field.tsx";
import { SourceField } from "./source-field.tsx";
import type { TileFormProps } from "./tile-form-props.ts";
import { useGaugeScale } from "./use-gauge-scale.ts";

/** The sensor and the scale of a gauge. */
export function GaugeFields({ fields, set, variable }: TileFormProps) {
  const { sources, min, max, thresholds } = fields;
  useGaugeScale(fields, set);
  const isReversed = Number(min) >= Number(max);
  return (
    <>
      <SourceField
        source={sources[0]!}
        hasVariable={variable?.kind === "device"}
        onChange={(source) => set({ sources: [source] })}
      />
      <div className="grid grid-cols-2 gap-3">
        <TextField
          label="Lowest value"
          inputMode="decimal"
          autoComplete="off"
          value={min}
          onChange={(event) => set({ min: event.target.value })}
        />
        <TextField
          label="Highest value"
          inputMode="decimal"
          autoComplete="off"
          value={max}
          error={isReversed ? "Must be higher than the lowest value." : undefined}
          onChange={(event) => set({ max: event.target.value })}
        />
      </div>
      <TextField
        label="Thresholds"
        isOptional
        autoComplete="off"
        value={thresholds}
        hint="Up to 5 numbers, separated by spaces. The scale goes from green to red at these values."
        onChange={(event) => set({ thresholds: event.target.value })}
      />
    </>
  );
}
