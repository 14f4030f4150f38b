import { useChange } from "../../api/change.ts";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { NameField } from "../../ui/name-field.tsx";
import { OwnerField, useNothingNamed } from "../../ui/owner-field.tsx";
import { useFields } from "../../ui/use-fields.ts";

/** Saves a filter of the list under a name. */
export function SaveFilterDialog({
  parameters,
  onClose,
}: {
  readonly parameters: Record<string, string>;
  readonly onClose: () => void;
}) {
  const save = useChange("createDeviceFilter", {
    quiet: true,
    refreshes: ["listDeviceFilters"],
    said: (_, { body }) => `Saved the filter “${body.name}”.`,
    onDone: onClose,
  });
  const form = useFields(useNothingNamed(), save);
  const name = form.values.name.trim();
  return (
    <FormDialog
      title="Save this filter"
      submit="Save filter"
      {...form.saving}
      isComplete={name !== ""}
      onSubmit={() => save.mutate({ body: { ...form.values, name, parameters } })}
      onClose={onClose}
    >
      <NameField hint="A filter with the same name is replaced." {...form.text("name")} />
      <OwnerField owner={form.values.owner} onChange={(owner) => form.set({ owner })} />
    </FormDialog>
  );
}
