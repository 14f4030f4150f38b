import { thresholdsMax, tileUnitLengthMax } from "@weir/protocol/manage/board-limits";
import { type ThresholdStatus, thresholdStatuses } from "@weir/protocol/threshold-statuses";
import { Plus, X } from "lucide-react";
import { numberText } from "../../../format/number-text.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { inputClass, Select, TextField } from "../../../ui/field.tsx";
import { NumberField, NumberInput } from "../../../ui/number-field.tsx";
import { StatesField } from "../../sensor-types/states-field.tsx";
import type { TileKind } from "../model/board.ts";
import { statusLooks } from "../tiles/value-status.tsx";
import type { TileFormProps } from "./tile-form-props.ts";
import { useSourceLook } from "./use-source-look.ts";

/** How the values of a tile are shown, where that differs from what the sensor and its type say. */
export function LookFields({ kind, fields, set }: TileFormProps & { readonly kind: TileKind }) {
  const { unit, decimals, min, max, states } = fields;
  const usual = useSourceLook(fields.sources[0]!);
  const isReversed = min !== "" && max !== "" && Number(min) >= Number(max);
  return (
    <details open={kind === "gauge" || hasLook(fields)} className="rounded-md border border-line px-3 py-2">
      <summary className="cursor-pointer text-sm font-medium">Unit, scale, thresholds and states</summary>
      <div className="mt-3 flex flex-col gap-4">
        <div className="grid grid-cols-2 gap-3">
          <TextField
            label="Unit"
            isOptional
            autoComplete="off"
            maxLength={tileUnitLengthMax}
            placeholder={usual.unit ?? "none"}
            value={unit}
            onChange={(event) => set({ unit: event.target.value })}
          />
          <TextField
            label="Decimals"
            isOptional
            type="number"
            min={0}
            max={15}
            step={1}
            placeholder={numberText(usual.decimals) || "as sent"}
            value={decimals}
            onChange={(event) => set({ decimals: event.target.value })}
          />
          <NumberField
            label="Minimum"
            isOptional
            placeholder={numberText(usual.min) || "automatic"}
            value={min}
            onChange={(event) => set({ min: event.target.value })}
          />
          <NumberField
            label="Maximum"
            isOptional
            placeholder={numberText(usual.max) || "automatic"}
            value={max}
            error={isReversed ? "Must be higher than the minimum." : undefined}
            onChange={(event) => set({ max: event.target.value })}
          />
        </div>
        <ThresholdsField fields={fields} set={set} />
        <StatesField
          states={states}
          hint="Values with a name are shown by it. Without names, those of the sensor’s type are used."
          onChange={(changed) => set({ states: changed })}
        />
      </div>
    </details>
  );
}

function ThresholdsField({ fields: { thresholds }, set }: Pick<TileFormProps, "fields" | "set">) {
  const change = (nth: number, part: Partial<(typeof thresholds)[number]>) =>
    set({ thresholds: thresholds.with(nth, { ...thresholds[nth]!, ...part }) });
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-sm font-medium">
        Thresholds <span className="font-normal text-faint">(optional)</span>
      </legend>
      {thresholds.map(({ from, status }, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have nothing else that tells them apart while they are typed.
        <div key={nth} className="flex items-center gap-2">
          <span aria-hidden className="text-sm text-muted">
            From
          </span>
          <NumberInput
            aria-label={`Threshold ${nth + 1}`}
            required
            className={inputClass}
            value={from}
            onChange={({ target }) => change(nth, { from: target.value })}
          />
          <Select
            aria-label={`Status from threshold ${nth + 1}`}
            choices={statusChoices}
            value={status}
            onChange={({ target }) => change(nth, { status: target.value as ThresholdStatus })}
          />
          <IconButton
            label={`Remove threshold ${nth + 1}`}
            onClick={() => set({ thresholds: thresholds.toSpliced(nth, 1) })}
          >
            <X size={15} aria-hidden />
          </IconButton>
        </div>
      ))}
      {thresholds.length < thresholdsMax && (
        <div>
          <Button
            size="small"
            icon={<Plus size={14} aria-hidden />}
            onClick={() =>
              set({ thresholds: [...thresholds, { from: "", status: nextStatus(thresholds.length) }] })
            }
          >
            Add threshold
          </Button>
        </div>
      )}
      <p className="text-sm text-muted">
        A value has the status of the highest threshold that it has reached.
      </p>
    </fieldset>
  );
}

const statusChoices = thresholdStatuses.map((value) => {
  return { value, label: statusLooks[value].word };
});

function nextStatus(count: number): ThresholdStatus {
  return count === 0 ? "warning" : "critical";
}

function hasLook({ unit, decimals, min, max, thresholds, states }: TileFormProps["fields"]): boolean {
  return [unit, decimals, min, max].some((text) => text !== "") || thresholds.length + states.length > 0;
}
