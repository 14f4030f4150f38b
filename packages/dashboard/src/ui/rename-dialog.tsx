import { useState } from "react";
import { fieldMessage } from "../api/problem.ts";
import { TextField } from "./field.tsx";
import { FormDialog } from "./form-dialog.tsx";

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
  const [name, setName] = useState(before);
  return (
    <FormDialog
      title={`Rename ${before}`}
      submit="Rename"
      isBusy={isBusy}
      isComplete={name.trim() !== ""}
      error={error}
      fields={["name"]}
      onSubmit={() => onRename(name.trim())}
      onClose={onClose}
    >
      <TextField
        label="Name"
        maxLength={200}
        autoComplete="off"
        value={name}
        error={fieldMessage(error, "name")}
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  );
}
