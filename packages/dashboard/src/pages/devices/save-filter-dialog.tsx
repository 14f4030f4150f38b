import type { Owner } from "@weir/protocol/closed-sets";
import { useState } from "react";
import { useChange } from "../../api/change.ts";
import { fieldMessage } from "../../api/problem.ts";
import { useMay } from "../../app/session.tsx";
import { TextField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { OwnerField } from "../../ui/owner-field.tsx";

/** Saves a filter of the list under a name. */
export function SaveFilterDialog({
  parameters,
  onClose,
}: {
  readonly parameters: Record<string, string>;
  readonly onClose: () => void;
}) {
  const mayEdit = useMay("editor");
  const [name, setName] = useState("");
  const [owner, setOwner] = useState<Owner>(mayEdit ? "account" : "person");
  const save = useChange("createDeviceFilter", {
    quiet: true,
    refreshes: ["listDeviceFilters"],
    said: `Saved the filter “${name.trim()}”.`,
    onDone: onClose,
  });
  return (
    <FormDialog
      title="Save this filter"
      submit="Save filter"
      isBusy={save.isPending}
      isComplete={name.trim() !== ""}
      error={save.error}
      fields={["name"]}
      onSubmit={() => save.mutate({ body: { name: name.trim(), owner, parameters } })}
      onClose={onClose}
    >
      <TextField
        label="Name"
        maxLength={200}
        autoComplete="off"
        hint="A filter with the same name is replaced."
        value={name}
        error={fieldMessage(save.error, "name")}
        onChange={(event) => setName(event.target.value)}
      />
      <OwnerField owner={owner} onChange={setOwner} />
    </FormDialog>
  );
}
