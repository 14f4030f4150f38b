import { useCall } from "../../api/queries.ts";
import { SelectField, TextField } from "../../ui/field.tsx";

/** The choice of a group: an existing one, none, or a new one that is created with the device. */
export type GroupChoice =
  | { readonly kind: "none" }
  | { readonly kind: "existing"; readonly name: string }
  | { readonly kind: "new"; readonly name: string };

/** The name of a group does not begin with a space. */
const newValue = " new";

export function GroupChooser({
  choice,
  onChange,
  error,
}: {
  readonly choice: GroupChoice;
  readonly onChange: (choice: GroupChoice) => void;
  readonly error: string | undefined;
}) {
  const { data } = useCall("listDeviceGroups", { query: { limit: 1000 } });
  return (
    <>
      <SelectField
        label="Group"
        isOptional
        error={choice.kind === "new" ? undefined : error}
        value={choice.kind === "new" ? newValue : choice.kind === "none" ? "" : choice.name}
        onChange={({ target: { value } }) =>
          onChange(
            value === ""
              ? { kind: "none" }
              : value === newValue
                ? { kind: "new", name: "" }
                : { kind: "existing", name: value },
          )
        }
        choices={[
          { value: "", label: "No group" },
          ...(data?.items ?? []).map(({ name }) => ({ value: name, label: name })),
          { value: newValue, label: "New group…" },
        ]}
      />
      {choice.kind === "new" && (
        <TextField
          label="Name of the new group"
          required
          maxLength={200}
          error={error}
          value={choice.name}
          onChange={({ target }) => onChange({ kind: "new", name: target.value })}
        />
      )}
    </>
  );
}
