import { type FormEvent, useId, useState } from "react";
import { useChange } from "../../../api/change.ts";
import { slugOf } from "../../../format/slug.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { FormError } from "../../../ui/states.tsx";
import { useUnsaved } from "../../../ui/use-unsaved.tsx";
import { SensorFields, type SensorTexts } from "./sensor-fields.tsx";

const empty: SensorTexts = { name: "", slug: "", type: "", unit: "" };

export function AddSensorDialog({
  device,
  onClose,
}: {
  readonly device: string;
  readonly onClose: () => void;
}) {
  const formId = useId();
  const [texts, setTexts] = useState(empty);
  const added = useChange("addSensor", {
    quiet: true,
    refreshes: ["listSensors", "showDevice"],
    said: ({ name }) => `Added ${name}`,
    onDone: onClose,
  });
  // The slug follows the name until somebody writes one.
  const change = ({ name, ...rest }: Partial<SensorTexts>) =>
    setTexts((shown) => ({
      ...shown,
      ...(name === undefined
        ? {}
        : { name, ...(shown.slug === slugOf(shown.name) ? { slug: slugOf(name) } : {}) }),
      ...rest,
    }));
  const written = (Object.keys(texts) as (keyof SensorTexts)[]).filter((field) => texts[field] !== "");
  const { question, close } = useUnsaved(added.isSuccess ? [] : written, onClose);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { name, slug, type, unit } = texts;
    added.mutate({ params: { device }, body: { name, slug, type: type || null, unit: unit || null } });
  };
  if (question !== null) return question;
  return (
    <Dialog
      isOpen
      onClose={close}
      title="Add a sensor"
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" form={formId} look="primary" isBusy={added.isPending}>
            Add sensor
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} className="flex flex-col gap-4">
        <SensorFields
          texts={texts}
          onChange={change}
          error={added.error}
          slugHint="Identifies the sensor in requests. Letters, digits, “-” and “_”; case-sensitive."
        />
        <FormError error={added.error} />
      </form>
    </Dialog>
  );
}
