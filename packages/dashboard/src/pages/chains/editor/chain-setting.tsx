import { usePages } from "../../../api/queries.ts";
import { SelectField } from "../../../ui/field.tsx";
import type { SettingProps } from "./simple-setting.tsx";
import { useEditorPart } from "./use-editor.ts";

/** Another chain of the account, by its name rather than its UUID. */
export function ChainSetting({ field, value, error, isReadOnly, onChange }: SettingProps) {
  const own = useEditorPart((state) => state.chain.uuid);
  const { items } = usePages("listChains", { query: { limit: 200 } });
  const given = typeof value === "string" ? value : "";
  const others = items
    .filter(({ uuid }) => uuid !== own)
    .map(({ uuid, name }) => ({ value: uuid, label: name }));
  const isListed = given === "" || others.some((chain) => chain.value === given);
  return (
    <SelectField
      label={field.label}
      error={error}
      hint="That chain decides what happens to the reading."
      disabled={isReadOnly}
      value={given}
      choices={[
        { value: "", label: "Choose…" },
        ...others,
        ...(isListed ? [] : [{ value: given, label: given }]),
      ]}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
