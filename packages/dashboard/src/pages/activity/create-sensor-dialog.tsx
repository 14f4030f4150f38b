import { useState } from "react";
import { useChange } from "../../api/change.ts";
import { fieldMessage } from "../../api/problem.ts";
import { TextField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
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
  const possible = slugOf(identifier);
  const [slug, setSlug] = useState(possible);
  const [name, setName] = useState(nameOf(identifier));
  const [unit, setUnit] = useState("");
  const add = useChange("addSensor", {
    quiet: true,
    refreshes: ["listSensors", "showDevice", "showRequest", "listQuarantined", "listDeviceQuarantined"],
    onDone: (sensor) => onCreated(sensor.slug),
  });
  return (
    <FormDialog
      title="Create sensor"
      description={`${device.name} has sent readings for “${identifier}”.`}
      submit="Create sensor"
      isBusy={add.isPending}
      error={add.error}
      fields={["slug", "name", "unit"]}
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
        value={slug}
        onChange={(event) => setSlug(event.target.value)}
        error={fieldMessage(add.error, "slug")}
        hint={
          slug === identifier
            ? "This is the slug that the device sends, so its next readings are accepted."
            : `The device sends “${identifier}”. Change it on the device to exactly this slug.`
        }
      />
      <TextField
        label="Name"
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={fieldMessage(add.error, "name")}
      />
      <TextField
        label="Unit"
        isOptional
        placeholder="e.g. °C"
        value={unit}
        onChange={(event) => setUnit(event.target.value)}
        error={fieldMessage(add.error, "unit")}
      />
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
