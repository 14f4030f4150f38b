import { chartSourcesMax, logEntriesMax } from "@weir/protocol/manage/board-limits";
import { choicesOf, SelectField, TextField } from "../../../ui/field.tsx";
import { SourcesField } from "./sources-field.tsx";
import type { LogOf } from "./tile-draft.ts";
import type { TileFormProps } from "./tile-form-props.ts";

const contents: Readonly<Record<LogOf, string>> = { readings: "Readings", alarms: "Alarms" };

/** What a log lists, and how much of it. */
export function LogFields({ fields, set, variable }: TileFormProps) {
  return (
    <>
      <SelectField
        label="Entries"
        value={fields.logOf}
        choices={choicesOf(contents)}
        hint={
          fields.logOf === "alarms" ? "All alarms of the account, also those that were cleared." : undefined
        }
        onChange={(event) => set({ logOf: event.target.value as LogOf })}
      />
      {fields.logOf === "readings" && (
        <SourcesField
          sources={fields.sources}
          max={chartSourcesMax}
          hasVariable={variable?.kind === "device"}
          onChange={(sources) => set({ sources })}
        />
      )}
      <TextField
        label="Entries shown"
        type="number"
        min={1}
        max={logEntriesMax}
        step={1}
        required
        value={fields.shown}
        onChange={(event) => set({ shown: event.target.value })}
      />
    </>
  );
}
