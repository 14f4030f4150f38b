import { locationLabelLengthMax, notesLengthMax } from "@weir/protocol/manage/device-notes";
import type { BoundFields } from "../../../ui/bind-fields.ts";
import { Card } from "../../../ui/card.tsx";
import { TextAreaField, TextField } from "../../../ui/field.tsx";
import { NumberField } from "../../../ui/number-field.tsx";
import { Tags } from "../../../ui/tags.tsx";
import { AttributeRows } from "./attribute-rows.tsx";
import { type NoteFields, rowsOf, tagsOf, textOfRows } from "./note-fields.ts";

/** What people note about a device. None of it changes how readings are handled. */
export function NotesCard({ form }: { readonly form: BoundFields<NoteFields> }) {
  const fields = form.values;
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
          hint={
            tags.length === 0 ? (
              "Short words for finding devices, separated by spaces."
            ) : (
              <Tags tags={tags} isPreview />
            )
          }
          {...form.text("tags")}
          error={form.problem("tags") ?? form.problem("tags.0")}
        />
        <AttributeRows
          rows={rowsOf(fields.attributes)}
          onChange={(rows) => form.set({ attributes: textOfRows(rows) })}
        />
        <div className="grid grid-cols-2 gap-4">
          <NumberField
            label="Latitude"
            isOptional
            min={-90}
            max={90}
            required={hasLocation}
            placeholder="e.g. 52.52"
            {...form.text("latitude", "location.latitude")}
          />
          <NumberField
            label="Longitude"
            isOptional
            min={-180}
            max={180}
            required={hasLocation}
            placeholder="e.g. 13.405"
            {...form.text("longitude", "location.longitude")}
          />
        </div>
        <TextField
          label="Place"
          isOptional
          maxLength={locationLabelLengthMax}
          placeholder="e.g. Roof of building 4"
          {...form.text("location_label", "location.label")}
        />
        <TextAreaField label="Notes" isOptional rows={4} maxLength={notesLengthMax} {...form.text("notes")} />
      </div>
    </Card>
  );
}
