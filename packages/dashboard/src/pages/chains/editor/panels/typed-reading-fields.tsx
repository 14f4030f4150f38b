import { TextAreaField, TextField } from "../../../../ui/field.tsx";
import type { TypedProblems, TypedReadings } from "../../model/typed-readings.ts";

/** The fields of a typed reading: its value, and what else a device may send with it. */
export function TypedReadingFields({
  typed,
  problems,
  onChange,
}: {
  readonly typed: TypedReadings;
  readonly problems: TypedProblems;
  readonly onChange: (typed: TypedReadings) => void;
}) {
  return (
    <>
      <TextField
        label="Value"
        isMono
        inputMode="text"
        autoComplete="off"
        hint="Separate several values with spaces. They are one minute apart."
        error={problems.values}
        value={typed.values}
        onChange={(event) => onChange({ ...typed, values: event.target.value })}
      />
      <TextAreaField
        label="Metadata"
        isOptional
        isMono
        rows={2}
        spellCheck={false}
        placeholder='e.g. {"site": "north"}'
        error={problems.metadata}
        value={typed.metadata}
        onChange={(event) => onChange({ ...typed, metadata: event.target.value })}
      />
      <div className="grid grid-cols-[minmax(0,1fr)_88px] gap-2">
        <TextField
          label="Time"
          type="datetime-local"
          step={1}
          hint="Leave empty for now."
          error={problems.time}
          value={typed.time}
          onChange={(event) => onChange({ ...typed, time: event.target.value })}
        />
        <TextField
          label="Battery (V)"
          inputMode="decimal"
          autoComplete="off"
          error={problems.battery}
          value={typed.battery}
          onChange={(event) => onChange({ ...typed, battery: event.target.value })}
        />
      </div>
    </>
  );
}
