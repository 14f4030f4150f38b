import { useMutation } from "@tanstack/react-query";
import { type FormEvent, type KeyboardEvent, useRef, useState } from "react";
import { call } from "../../api/client.ts";
import { refresh, useCall } from "../../api/queries.ts";
import type { CallAnswer } from "../../api/route-types.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { cx } from "../../ui/class-names.ts";
import { TextAreaField, TextField } from "../../ui/field.tsx";
import { FormEnd } from "../../ui/form-buttons.tsx";
import { FormError } from "../../ui/states.tsx";
import { useFields } from "../../ui/use-fields.ts";
import { useUnsaved } from "../../ui/use-unsaved.tsx";
import { TemplateChoice } from "../templates/template-choice.tsx";
import { type GroupChoice, GroupChooser } from "./group-choice.tsx";
import { emptySensor, isMeant, type SensorDraft, slugProblems, toNewSensor } from "./sensor-draft.ts";
import { SensorRows } from "./sensor-rows.tsx";
import { useNamesakeHint } from "./use-namesake-hint.ts";

interface TypedDevice {
  readonly name: string;
  readonly description: string;
  readonly template: string | null;
  readonly group: GroupChoice;
  readonly sensors: readonly SensorDraft[];
}

const nothingTyped: TypedDevice = {
  name: "",
  description: "",
  template: null,
  group: { kind: "none" },
  sensors: [emptySensor(0)],
};

export type CreatedDevice = CallAnswer<"createDevice">;

/** Creates a device with its sensors. If the server refuses it, the typed text stays. */
export function NewDeviceForm({ onCreated }: { readonly onCreated: (device: CreatedDevice) => void }) {
  const [isChecked, setIsChecked] = useState(false);
  const firstSensor = useRef<HTMLInputElement>(null);
  const create = useMutation({
    mutationFn: async ({ name, description, template, group, sensors }: TypedDevice) => {
      if (group.kind === "new") {
        await call("createDeviceGroup", { body: { name: group.name } });
        // The group now exists, even if the device is refused and tried again.
        await refresh("listDeviceGroups");
        form.set({ group: { kind: "existing", name: group.name.trim() } });
      }
      return call("createDevice", {
        body: {
          name,
          description,
          group: group.kind === "none" ? null : group.name.trim(),
          ...(template === null ? {} : { template }),
          sensors: sensors.filter(isMeant).map(toNewSensor),
        },
      });
    },
    onSuccess: async (created) => {
      await refresh("listDevices", "countDevices", "listDeviceGroups", "listTemplates");
      onCreated(created);
    },
  });

  const form = useFields(nothingTyped, create);
  const { name, description, template, group, sensors } = form.values;
  const problems = slugProblems(sensors);
  const meant = sensors.filter(isMeant);

  // Once the device exists, the hint about devices with the same name must not refer to the device itself.
  const nameHint = useNamesakeHint(name, { isAsked: create.isIdle || create.isError });
  const unsaved = [
    ...(name === "" ? [] : ["name"]),
    ...(group.kind === "none" ? [] : ["group"]),
    ...(template === null ? [] : ["template"]),
    ...(description === "" ? [] : ["description"]),
    ...(meant.length === 0 ? [] : ["sensors"]),
  ];
  const { question } = useUnsaved(create.isSuccess ? [] : unsaved);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (problems.size === 0 && !create.isPending) create.mutate(form.values);
  };
  /** A device without sensors is rarely intended, and Enter submits the form. */
  const goOnToSensors = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    firstSensor.current?.focus();
  };
  const submitByKey = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit();
  };

  // The field for a template is shown only if there are templates. What follows it appears once that is known, so that
  // it does not move. It is transparent instead of hidden, because people who type at once get there with the keyboard.
  const inPlace = useCall("listTemplates", {}).isPending ? "opacity-0" : "";

  return (
    <form onSubmit={submit} onKeyDown={submitByKey} className="flex max-w-4xl flex-col gap-4">
      {question}
      <Card title="Device">
        <div className="grid gap-4 md:grid-cols-2">
          <TextField
            label="Name"
            required
            autoFocus
            maxLength={200}
            autoComplete="off"
            placeholder="e.g. Greenhouse 3"
            hint={nameHint}
            {...form.text("name")}
            onKeyDown={goOnToSensors}
          />
          <GroupChooser
            choice={group}
            onChange={(chosen) => form.set({ group: chosen })}
            error={form.problem("group")}
          />
          <TemplateChoice
            template={template}
            hint="The device gets its sensors and settings, and follows its changes."
            onChange={(chosen) => form.set({ template: chosen })}
          />
          <TextAreaField
            label="Description"
            isOptional
            rows={2}
            maxLength={2000}
            className={cx("md:col-span-2", inPlace)}
            {...form.text("description")}
          />
        </div>
      </Card>
      <Card title="Sensors" className={inPlace}>
        <p className="mb-3 text-sm text-muted">
          {template === null
            ? "Add one for each thing the device measures. Requests identify a sensor by its slug, exactly as written here."
            : "The device gets the sensors of its template. Add only those that are specific to this device."}
        </p>
        <SensorRows
          sensors={sensors}
          first={firstSensor}
          onChange={(changed) => form.set({ sensors: changed })}
          problems={isChecked ? problems : shownWhileTyping(problems, sensors)}
        />
      </Card>
      <FormError error={create.error} />
      <FormEnd
        className={inPlace}
        hint="Press Enter to go to the next sensor, Ctrl+Enter to create the device."
        submit={create.isPending ? "Creating…" : "Create device"}
        isBusy={create.isPending}
        cancel={<ButtonLink to="/devices">Cancel</ButtonLink>}
      />
    </form>
  );
}

/** A missing value is reported only at the end. A wrong value is reported at once. */
function shownWhileTyping(
  problems: ReadonlyMap<number, string>,
  sensors: readonly SensorDraft[],
): ReadonlyMap<number, string> {
  const named = new Set(
    sensors.filter(({ name, ownSlug }) => name !== "" || ownSlug !== null).map(({ key }) => key),
  );
  return new Map([...problems].filter(([key]) => named.has(key)));
}
