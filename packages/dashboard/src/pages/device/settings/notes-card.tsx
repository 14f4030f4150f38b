import { locationLabelLengthMax, notesLengthMax } from "@weir/protocol/manage/device-notes";
import { fieldMessage } from "../../../api/problem.ts";
import { Card } from "../../../ui/card.tsx";
import { TextAreaField, TextField } from "../../../ui/field.tsx";
import { Tags } from "../../../ui/tags.tsx";
import { AttributeRows } from "./attribute-rows.tsx";
import { type NoteFields, rowsOf, tagsOf, textOfRows } from "./note-fields.ts";

/** What people note about a device. None of it changes how readings are handled. */
export function NotesCard({
  fields,
  onChange,
  error,
}: {
  readonly fields: NoteFields;
  readonly onChange: (change: Partial<NoteFields>) => void;
  readonly error: Error | null;
}) {
  const tags = tagsOf(fields.tags);
  // Both, or neither.
  const hasLocation = fields.latitude !== "" || fields.longitude !== "" || fields.location_label !== "";
  return (
    <Card title="Tags, attributes and location">
      <div className="flex max-w-xl flex-col gap-4">
        <TextField
          label="Tags"
          isOptional
          autoCapitalize="off"
          autoComplete="off"
          placeholder="e.g. cold hall-2"
          value={fields.tags}
          hint={
            tags.length === 0 ? (
              "Short words to find devices by, separated by spaces."
            ) : (
              <Tags tags={tags} isPreview />
            )
          }
          error={fieldMessage(error, "tags") ?? fieldMessage(error, "tags.0")}
          onChange={({ target }) => onChange({ tags: target.value })}
        />
        <AttributeRows
          rows={rowsOf(fields.attributes)}
          onChange={(rows) => onChange({ attributes: textOfRows(rows) })}
        />
        <div className="grid grid-cols-2 gap-4">
          <TextField
            label="Latitude"
            isOptional
            type="number"
            step="any"
            min={-90}
            max={90}
            required={hasLocation}
            placeholder="e.g. 52.52"
            value={fields.latitude}
            error={fieldMessage(error, "location.latitude")}
            onChange={({ target }) => onChange({ latitude: target.value })}
          />
          <TextField
            label="Longitude"
            isOptional
            type="number"
            step="any"
            min={-180}
            max={180}
            required={hasLocation}
            placeholder="e.g. 13.405"
            value={fields.longitude}
            error={fieldMessage(error, "location.longitude")}
            onChange={({ target }) => onChange({ longitude: target.value })}
          />
        </div>
        <TextField
          label="Place"
          isOptional
          maxLength={locationLabelLengthMax}
          placeholder="e.g. Roof of building 4"
          value={fields.location_label}
          error={fieldMessage(error, "location.label")}
          onChange={({ target }) => onChange({ location_label: target.value })}
        />
        <TextAreaField
          label="Notes"
          isOptional
          rows={4}
          maxLength={notesLengthMax}
          value={fields.notes}
          error={fieldMessage(error, "notes")}
          onChange={({ target }) => onChange({ notes: target.value })}
        />
      </div>
    </Card>
  );
}
