import { useState } from "react";
import { useCall } from "../../../api/queries.ts";
import { plural } from "../../../format/number.ts";
import { SelectField } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";

interface ChosenTemplate {
  readonly uuid: string;
  readonly name: string;
}

/** Asks for the template that devices get. What it replaces is gone, so this is also the question before that. */
export function TemplateDialog({
  count,
  isBusy,
  onClose,
  onApply,
}: {
  readonly count: number;
  readonly isBusy: boolean;
  readonly onClose: () => void;
  readonly onApply: (template: ChosenTemplate) => void;
}) {
  const [uuid, setUuid] = useState("");
  const templates = useCall("listTemplates", {}).data?.items;
  const chosen = templates?.find((one) => one.uuid === uuid);
  return (
    <FormDialog
      title={`Apply a template to ${plural(count, "device")}`}
      description="Adds missing sensors and replaces settings with those of the template. If the template keeps readings for a shorter time, older readings are deleted. Sensors that only a device has stay. This can’t be undone."
      submit="Apply template"
      isBusy={isBusy}
      isComplete={chosen !== undefined}
      onSubmit={() => chosen !== undefined && onApply(chosen)}
      onClose={onClose}
    >
      <SelectField
        label="Template"
        value={uuid}
        onChange={(event) => setUuid(event.target.value)}
        hint={
          templates?.length === 0
            ? "There are no templates yet. Create one in Devices > Templates."
            : "Devices that had another template or none get later changes of this one, too."
        }
        choices={[
          { value: "", label: "Choose a template" },
          ...(templates ?? []).map(({ uuid, name }) => ({ value: uuid, label: name })),
        ]}
      />
    </FormDialog>
  );
}
