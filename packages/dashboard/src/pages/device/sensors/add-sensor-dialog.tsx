import { useState } from "react";
import { useChange } from "../../../api/change.ts";
import { slugOf } from "../../../format/slug.ts";
import { UnsavedFormDialog } from "../../../ui/form-dialog.tsx";
import { SensorFields, type SensorTexts, sensorTextNames } from "./sensor-fields.tsx";

const empty: SensorTexts = { name: "", slug: "", type: "", unit: "" };

export function AddSensorDialog({
  device,
  onClose,
}: {
  readonly device: string;
  readonly onClose: () => void;
}) {
  const [texts, setTexts] = useState(empty);
  const added = useChange("addSensor", {
    quiet: true,
    refreshes: ["listSensors", "showDevice"],
    said: ({ name }) => `Added ${name}`,
    onDone: onClose,
  });
  // The slug follows the name until somebody edits the slug.
  const change = ({ name, ...rest }: Partial<SensorTexts>) =>
    setTexts((shown) => ({
      ...shown,
      ...(name === undefined
        ? {}
        : { name, ...(shown.slug === slugOf(shown.name) ? { slug: slugOf(name) } : {}) }),
      ...rest,
    }));
  const written = sensorTextNames.filter((field) => texts[field] !== "");
  return (
    <UnsavedFormDialog
      title="Add a sensor"
      submit="Add sensor"
      unsaved={added.isSuccess ? [] : written}
      isBusy={added.isPending}
      error={added.error}
      fields={sensorTextNames}
      onSubmit={() => {
        const { name, slug, type, unit } = texts;
        added.mutate({ params: { device }, body: { name, slug, type: type || null, unit: unit || null } });
      }}
      onClose={onClose}
    >
      <SensorFields
        texts={texts}
        onChange={change}
        error={added.error}
        slugHint="Identifies the sensor in requests. Letters, digits, “-” and “_”; case-sensitive."
      />
    </UnsavedFormDialog>
  );
}
