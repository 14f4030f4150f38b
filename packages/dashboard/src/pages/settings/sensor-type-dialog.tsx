import { useState } from "react";
import { useChange } from "../../api/change.ts";
import { call } from "../../api/client.ts";
import { fieldMessage } from "../../api/problem.ts";
import type { CallAnswer } from "../../api/route-types.ts";
import { TextField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { IconChoice } from "./icon-choice.tsx";

export type SensorType = CallAnswer<"listSensorTypes">["items"][number];

/** All fields of a type as the API takes them, enough to create it again. Sensors refer to it by name only. */
export function sensorTypeFields({ name, unit, decimals, min, max, icon }: SensorType) {
  return { name, unit, decimals, min, max, icon };
}

const changed = ["listSensorTypes", "listAudit"] as const;

export function SensorTypeDialog({
  type,
  onClose,
}: {
  readonly type: SensorType | "new";
  readonly onClose: () => void;
}) {
  const known = type === "new" ? null : type;
  const [texts, setTexts] = useState(() => ({
    name: known?.name ?? "",
    unit: known?.unit ?? "",
    decimals: numberText(known?.decimals),
    min: numberText(known?.min),
    max: numberText(known?.max),
  }));
  const [icon, setIcon] = useState(known?.icon ?? null);
  const takeBack = () =>
    known &&
    (() => call("updateSensorType", { params: { type: known.uuid }, body: sensorTypeFields(known) }));
  const done = { quiet: true, refreshes: changed, onDone: onClose };
  const create = useChange("createSensorType", { ...done, said: "Sensor type created." });
  const update = useChange("updateSensorType", {
    ...done,
    said: "Sensor type saved.",
    undo: takeBack,
  });
  const error = create.error ?? update.error;
  const field = (key: keyof typeof texts, label: string) => ({
    label,
    autoComplete: "off",
    value: texts[key],
    error: fieldMessage(error, key),
    onChange: (event: { target: { value: string } }) => setTexts({ ...texts, [key]: event.target.value }),
  });
  const save = () => {
    const body = {
      name: texts.name,
      unit: texts.unit === "" ? null : texts.unit,
      decimals: numberOf(texts.decimals),
      min: numberOf(texts.min),
      max: numberOf(texts.max),
      icon,
    };
    if (known === null) create.mutate({ body });
    else update.mutate({ params: { type: known.uuid }, body });
  };
  return (
    <FormDialog
      title={known === null ? "New sensor type" : "Edit sensor type"}
      submit={known === null ? "Create type" : "Save"}
      isBusy={create.isPending || update.isPending}
      error={error}
      fields={["name", "unit", "decimals", "min", "max"]}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField {...field("name", "Name")} required maxLength={64} />
      <div className="grid grid-cols-2 gap-4">
        <TextField {...field("unit", "Unit")} isOptional maxLength={32} placeholder="e.g. °C" />
        <TextField
          {...field("decimals", "Decimals")}
          isOptional
          type="number"
          min={0}
          max={15}
          step={1}
          placeholder="as sent"
        />
        <TextField {...field("min", "Usually from")} isOptional type="number" step="any" />
        <TextField {...field("max", "Usually to")} isOptional type="number" step="any" />
      </div>
      <p className="text-sm text-muted">
        The range only sets the scale of charts. Readings outside it are accepted.
      </p>
      <IconChoice chosen={icon} onChoose={setIcon} />
    </FormDialog>
  );
}

function numberText(value: number | null | undefined): string {
  return value === null || value === undefined ? "" : String(value);
}

function numberOf(text: string): number | null {
  return text.trim() === "" ? null : Number(text);
}
