import { severities } from "@weir/protocol/closed-sets";
import { tileAlarmsMax } from "@weir/protocol/manage/board-limits";
import { CheckboxField, TextField } from "../../../ui/field.tsx";
import { severities as looks } from "../../../ui/severity.tsx";
import type { TileFormProps } from "./tile-form-props.ts";

/** Which alarms are listed, and how many. */
export function AlarmsFields({ fields, set }: TileFormProps) {
  const chosen = fields.severities;
  return (
    <>
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1 text-sm font-medium">Severities</legend>
        {severities.toReversed().map((severity) => {
          const isOn = chosen.includes(severity);
          return (
            <CheckboxField
              key={severity}
              label={looks[severity].word}
              checked={isOn}
              onChange={() =>
                set({ severities: isOn ? chosen.filter((one) => one !== severity) : [...chosen, severity] })
              }
            />
          );
        })}
      </fieldset>
      <TextField
        label="Show at most"
        type="number"
        min={1}
        max={tileAlarmsMax}
        required
        value={fields.shown}
        hint="Active alarms, newest first."
        onChange={(event) => set({ shown: event.target.value })}
      />
    </>
  );
}
