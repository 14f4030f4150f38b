import { useCall } from "../../api/queries.ts";
import { DeviceField } from "../../ui/device-picker.tsx";
import { choicesOf, SelectField } from "../../ui/field.tsx";
import type { RuleFieldsProps } from "./condition-fields.tsx";

const targets = choicesOf({
  sensor: "One sensor",
  type: "All sensors of a type",
  group: "Devices of a group",
  template: "Devices of a template",
});

/** Which sensors a rule applies to. */
export function TargetFields({ form }: RuleFieldsProps) {
  const { target, device } = form.values;
  const types = useCall("listSensorTypes", {}).data?.items ?? [];
  const groups = useCall("listDeviceGroups", {}, { enabled: target === "group" }).data?.items ?? [];
  const templates = useCall("listTemplates", {}, { enabled: target === "template" }).data?.items ?? [];
  const ofDevice = useCall(
    "listSensors",
    { params: { device: device } },
    { enabled: target === "sensor" && device !== "" },
  ).data?.items;
  const choose = (key: "target" | "type" | "group" | "template" | "sensor") =>
    form.text(key, `target.${key}`);
  const named = (items: readonly { readonly name: string }[]) =>
    items.map(({ name }) => ({ value: name, label: name }));
  const none = (label: string) => [{ value: "", label }];
  const sensors = (ofDevice ?? []).map(({ uuid, name, slug }) => ({
    value: uuid,
    label: name || slug,
  }));
  return (
    <>
      <SelectField label="Applies to" choices={targets} {...choose("target")} />
      {target === "sensor" && (
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <DeviceField
            device={device === "" ? undefined : device}
            onChoose={(chosen) => form.set({ device: chosen ?? "", sensor: "" })}
          />
          <SelectField
            label="Sensor"
            required
            choices={[...none("Choose a sensor"), ...sensors]}
            {...choose("sensor")}
          />
        </div>
      )}
      {target === "group" && (
        <SelectField
          label="Group"
          required
          choices={[...none("Choose a group"), ...named(groups)]}
          {...choose("group")}
        />
      )}
      {target === "template" && (
        <SelectField
          label="Template"
          required
          choices={[...none("Choose a template"), ...named(templates)]}
          {...choose("template")}
        />
      )}
      {target !== "sensor" && (
        <SelectField
          label="Sensor type"
          required={target === "type"}
          choices={[...none(target === "type" ? "Choose a type" : "All types"), ...named(types)]}
          {...choose("type")}
        />
      )}
    </>
  );
}
