import { useChange } from "../../../api/change.ts";
import { useCall } from "../../../api/queries.ts";
import { slugOf } from "../../../format/slug.ts";
import { UnsavedFormDialog } from "../../../ui/form-dialog.tsx";
import { useFields } from "../../../ui/use-fields.ts";
import { withName } from "../with-name.ts";
import { SensorFields, type SensorTexts, sensorTextNames } from "./sensor-fields.tsx";

const empty: SensorTexts = { name: "", slug: "", type: "", unit: "" };

export function AddSensorDialog({
  device,
  onClose,
}: {
  readonly device: string;
  readonly onClose: () => void;
}) {
  const added = useChange("addSensor", {
    quiet: true,
    refreshes: ["listSensors", "showDevice"],
    said: ({ name }) => `Added ${name}`,
    onDone: onClose,
  });
  const form = useFields(empty, added);
  const types = useCall("listSensorTypes", {}, { staleTime: 300_000 }).data?.items ?? [];
  // Slug, type and unit follow the name until somebody edits them.
  const change = ({ name, ...rest }: Partial<SensorTexts>) =>
    form.set((shown) => ({
      ...(name === undefined
        ? {}
        : {
            ...withName(types, shown, name),
            ...(shown.slug === slugOf(shown.name) ? { slug: slugOf(name) } : {}),
          }),
      ...rest,
    }));
  return (
    <UnsavedFormDialog
      title="Add a sensor"
      submit="Add sensor"
      unsaved={added.isSuccess ? [] : form.changed}
      {...form.saving}
      fields={sensorTextNames}
      onSubmit={() => {
        const { name, slug, type, unit } = form.values;
        added.mutate({ params: { device }, body: { name, slug, type: type || null, unit: unit || null } });
      }}
      onClose={onClose}
    >
      <SensorFields
        texts={form.values}
        onChange={change}
        error={added.error}
        slugHint="Identifies the sensor in requests. Letters, digits, “-” and “_”; case-sensitive."
      />
    </UnsavedFormDialog>
  );
}
