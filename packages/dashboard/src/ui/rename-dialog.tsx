import { FormDialog } from "./form-dialog.tsx";
import { NameField } from "./name-field.tsx";
import { useFields } from "./use-fields.ts";

/** Asks for another name of something that has one. */
export function RenameDialog({
  name: before,
  isBusy,
  error,
  onRename,
  onClose,
}: {
  readonly name: string;
  readonly isBusy: boolean;
  readonly error: Error | null;
  readonly onRename: (name: string) => void;
  readonly onClose: () => void;
}) {
  const form = useFields({ name: before }, { isPending: isBusy, error });
  const name = form.values.name.trim();
  return (
    <FormDialog
      title={`Rename ${before}`}
      submit="Rename"
      {...form.saving}
      isComplete={name !== ""}
      onSubmit={() => onRename(name)}
      onClose={onClose}
    >
      <NameField {...form.text("name")} />
    </FormDialog>
  );
}
