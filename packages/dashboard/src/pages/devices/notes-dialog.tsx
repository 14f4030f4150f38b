import { useState } from "react";
import { plural } from "../../format/number.ts";
import { TextField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { AttributeRows } from "../device/settings/attribute-rows.tsx";
import { type AttributeRow, attributesOfRows, tagsOf } from "../device/settings/note-fields.ts";
import type { NotesPatch } from "./bulk-patch.ts";

/** Asks for the tags and attributes that many devices get or lose. */
export function NotesDialog({
  count,
  isBusy,
  onClose,
  onChange,
}: {
  readonly count: number;
  readonly isBusy: boolean;
  readonly onClose: () => void;
  readonly onChange: (patch: NotesPatch) => void;
}) {
  const [added, setAdded] = useState("");
  const [removed, setRemoved] = useState("");
  const [rows, setRows] = useState<readonly AttributeRow[]>([]);
  const patch = {
    add_tags: tagsOf(added),
    remove_tags: tagsOf(removed),
    attributes: attributesOfRows(rows),
  };
  const isEmpty =
    patch.add_tags.length + patch.remove_tags.length + Object.keys(patch.attributes).length === 0;
  return (
    <FormDialog
      title={`Tags and attributes of ${plural(count, "device")}`}
      description="Other tags and attributes of the devices stay as they are."
      submit="Change"
      isBusy={isBusy}
      isComplete={!isEmpty}
      onSubmit={() => onChange(patch)}
      onClose={onClose}
    >
      <TextField
        label="Add tags"
        isOptional
        autoCapitalize="off"
        autoComplete="off"
        placeholder="e.g. cold hall-2"
        value={added}
        onChange={({ target }) => setAdded(target.value)}
      />
      <TextField
        label="Remove tags"
        isOptional
        autoCapitalize="off"
        autoComplete="off"
        value={removed}
        onChange={({ target }) => setRemoved(target.value)}
      />
      <AttributeRows rows={rows} onChange={setRows} />
    </FormDialog>
  );
}
