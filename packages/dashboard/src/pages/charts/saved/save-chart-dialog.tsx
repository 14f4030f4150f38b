import { useChange } from "../../../api/change.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { NameField } from "../../../ui/name-field.tsx";
import { OwnerField, useNothingNamed } from "../../../ui/owner-field.tsx";
import { useFields } from "../../../ui/use-fields.ts";
import type { ChartDefinition } from "./chart-definition.ts";

/** Saves the chart on the page under a name. */
export function SaveChartDialog({
  definition,
  onSaved,
  onClose,
}: {
  readonly definition: ChartDefinition;
  readonly onSaved: (uuid: string) => void;
  readonly onClose: () => void;
}) {
  const create = useChange("createChart", {
    quiet: true,
    refreshes: ["listCharts"],
    said: ({ name: given }) => `${given} was saved.`,
    onDone: ({ uuid }) => {
      onSaved(uuid);
      onClose();
    },
  });
  const form = useFields(useNothingNamed(), create);
  const name = form.values.name.trim();
  return (
    <FormDialog
      title="Save this chart"
      description="Saves the sensors, range and options, not the readings."
      submit="Save chart"
      {...form.saving}
      isComplete={name !== ""}
      onSubmit={() => create.mutate({ body: { ...form.values, name, definition } })}
      onClose={onClose}
    >
      <NameField {...form.text("name")} />
      <OwnerField owner={form.values.owner} onChange={(owner) => form.set({ owner })} />
    </FormDialog>
  );
}
