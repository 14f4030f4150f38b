import { useState } from "react";
import { useChange } from "../../api/change.ts";
import { TextField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { useFields } from "../../ui/use-fields.ts";
import { ResubmitOffer } from "./resubmit-offer.tsx";

interface NamedDevice {
  readonly uuid: string;
  readonly name: string;
}

/** Creates the sensor that a device sent readings for, then offers to submit the kept readings again. */
export function CreateSensorDialog({
  device,
  identifier,
  onClose,
}: {
  readonly device: NamedDevice;
  /** The name that the device used. */
  readonly identifier: string;
  readonly onClose: () => void;
}) {
  const [created, setCreated] = useState<string | null>(null);
  if (created !== null) return <ResubmitOffer device={device} slug={created} onClose={onClose} />;
  return <SensorForm device={device} identifier={identifier} onClose={onClose} onCreated={setCreated} />;
}

function SensorForm({
  device,
  identifier,
  onClose,
  onCreated,
}: {
  readonly device: NamedDevice;
  readonly identifier: string;
  readonly onClose: () => void;
  readonly onCreated: (slug: string) => void;
}) {
  const add = useChange("addSensor", {
    quiet: true,
    refreshes: ["listSensors", "showDevice", "showRequest", "listQuarantined", "listDeviceQuarantined"],
    onDone: (sensor) => onCreated(sensor.slug),
  });
  const form = useFields({ slug: slugOf(identifier), name: nameOf(identifier), unit: "" }, add);
  const { slug, name, unit } = form.values;
  return (
    <FormDialog
      title="Create sensor"
      description={`${device.name} has sent readings for “${identifier}”.`}
      submit="Create sensor"
      {...form.saving}
      onSubmit={() => {
        const body = {
          slug,
          name: name.trim() || slug,
          ...(unit.trim() === "" ? {} : { unit: unit.trim() }),
        };
        add.mutate({ params: { device: device.uuid }, body });
      }}
      onClose={onClose}
    >
      <TextField
        label="Slug"
        isMono
        required
        {...form.text("slug")}
        hint={
          slug === identifier
            ? "This is the slug that the device sends, so its next readings are accepted."
            : `The device sends “${identifier}”. Change it on the device to exactly this slug.`
        }
      />
      <TextField label="Name" {...form.text("name")} />
      <TextField label="Unit" isOptional placeholder="e.g. °C" {...form.text("unit")} />
    </FormDialog>
  );
}

const slugChars = 64;

/** A slug has letters, digits, "_" and "-" only. */
function slugOf(identifier: string): string {
  return identifier.replace(/[^A-Za-z0-9_-]+/g, "_").slice(0, slugChars);
}

/** "soil_moisture" is "Soil moisture". */
function nameOf(identifier: string): string {
  const words = identifier.replace(/[_-]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
