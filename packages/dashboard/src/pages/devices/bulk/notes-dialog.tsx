import { plural } from "../../../format/number.ts";
import { TextField } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { useFields } from "../../../ui/use-fields.ts";
import { AttributeRows } from "../../device/settings/attribute-rows.tsx";
import { type AttributeRow, attributesOfRows, tagsOf } from "../../device/settings/note-fields.ts";
import type { NotesPatch } from "./bulk-patch.ts";

interface TypedNotes {
  readonly added: string;
  readonly removed: string;
  readonly rows: readonly AttributeRow[];
}

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
  const form = useFields<TypedNotes>({ added: "", removed: "", rows: [] });
  const { added, removed, rows } = form.values;
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
      description="Other tags and attributes stay unchanged."
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
        {...form.text("added")}
      />
      <TextField
        label="Remove tags"
        isOptional
        autoCapitalize="off"
        autoComplete="off"
        {...form.text("removed")}
      />
      <AttributeRows rows={rows} onChange={(changed) => form.set({ rows: changed })} />
    </FormDialog>
  );
}
