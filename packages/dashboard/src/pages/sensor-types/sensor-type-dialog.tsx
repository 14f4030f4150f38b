import { useChange } from "../../api/change.ts";
import { call } from "../../api/client.ts";
import type { CallAnswer } from "../../api/route-types.ts";
import { numberOrNull, numberText } from "../../format/number-text.ts";
import { TextField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { NameField } from "../../ui/name-field.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import { useFields } from "../../ui/use-fields.ts";
import { IconChoice } from "./icon-choice.tsx";
import { stateDrafts, typedStates } from "./state-drafts.ts";
import { StatesField } from "./states-field.tsx";

export type SensorType = CallAnswer<"listSensorTypes">["items"][number];

/** All fields of a type as the API takes them, enough to create it again. Sensors refer to it by name only. */
export function sensorTypeFields({ name, unit, decimals, min, max, states, icon }: SensorType) {
  return { name, unit, decimals, min, max, states, icon };
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
  const form = useFields(
    () => ({
      name: known?.name ?? "",
      unit: known?.unit ?? "",
      decimals: numberText(known?.decimals),
      min: numberText(known?.min),
      max: numberText(known?.max),
      states: stateDrafts(known?.states),
      icon: known?.icon ?? null,
    }),
    create,
    update,
  );
  const states = typedStates(form.values.states);
  const save = () => {
    if (states === undefined) return;
    const { name, unit, decimals, min, max, icon } = form.values;
    const body = {
      name,
      unit: unit === "" ? null : unit,
      decimals: numberOrNull(decimals),
      min: numberOrNull(min),
      max: numberOrNull(max),
      states,
      icon,
    };
    if (known === null) create.mutate({ body });
    else update.mutate({ params: { type: known.uuid }, body });
  };
  const optional = (name: "unit" | "decimals" | "min" | "max") => ({
    isOptional: true,
    autoComplete: "off",
    ...form.text(name),
  });
  return (
    <FormDialog
      title={known === null ? "New sensor type" : "Edit sensor type"}
      submit={known === null ? "Create type" : "Save"}
      {...form.saving}
      isComplete={states !== undefined}
      onSubmit={save}
      onClose={onClose}
    >
      <NameField required maxLength={64} {...form.text("name")} />
      <div className="grid grid-cols-2 gap-4">
        <TextField label="Unit" {...optional("unit")} maxLength={32} placeholder="e.g. °C" />
        <TextField
          label="Decimals"
          {...optional("decimals")}
          type="number"
          min={0}
          max={15}
          step={1}
          placeholder="as sent"
        />
        <NumberField label="Usual minimum" {...optional("min")} />
        <NumberField label="Usual maximum" {...optional("max")} />
      </div>
      <p className="text-sm text-muted">
        The range only sets the scale of charts. Readings outside it are still accepted.
      </p>
      <StatesField
        states={form.values.states}
        hint="Values with a name are shown by it, for example 0 as Closed and 1 as Open."
        onChange={(changed) => form.set({ states: changed })}
      />
      <IconChoice chosen={form.values.icon} onChoose={(icon) => form.set({ icon })} />
    </FormDialog>
  );
}
