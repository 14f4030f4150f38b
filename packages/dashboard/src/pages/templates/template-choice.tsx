import { useCall } from "../../api/queries.ts";
import { plural } from "../../format/number.ts";
import { SelectField } from "../../ui/field.tsx";

/** Chooses a template, or none. Shows nothing if the account has no templates. */
export function TemplateChoice({
  template,
  hint,
  onChange,
}: {
  /** UUID. */
  readonly template: string | null;
  readonly hint?: string;
  readonly onChange: (template: string | null) => void;
}) {
  const templates = useCall("listTemplates", {}).data?.items ?? [];
  if (templates.length === 0) return null;
  const choices = templates.map(({ uuid, name, sensors }) => ({
    value: uuid,
    label: `${name} (${plural(sensors.length, "sensor")})`,
  }));
  return (
    <SelectField
      label="Template"
      isOptional
      value={template ?? ""}
      {...(hint === undefined ? {} : { hint })}
      choices={[{ value: "", label: "No template" }, ...choices]}
      onChange={({ target }) => onChange(target.value === "" ? null : target.value)}
    />
  );
}
