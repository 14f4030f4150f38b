import { Plus, X } from "lucide-react";
import { Button, IconButton } from "../../../ui/button.tsx";
import { emptyRow, type ListField, type Settings, withSetting } from "../model/node-config.ts";
import { type SettingProps, SimpleSetting } from "./simple-setting.tsx";

/** Rows of the same settings, such as the cases of a switch. */
export function ListSetting({
  field,
  nodeType,
  value,
  error,
  isReadOnly,
  onChange,
  errorAt,
}: SettingProps<ListField> & { readonly errorAt: (path: string) => string | undefined }) {
  const rows: readonly Settings[] = Array.isArray(value) ? value : (field.default ?? []);
  const change = (place: number, name: string, given: unknown) =>
    onChange(rows.map((row, index) => (index === place ? withSetting(row, name, given) : row)));
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-sm font-medium">{field.label}</legend>
      {field.help !== undefined && <p className="text-sm text-muted">{field.help}</p>}
      {rows.map((row, place) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no stable key.
          key={place}
          className="relative flex flex-col gap-2 rounded-md border border-line p-2.5"
        >
          {field.fields.map((inner) => (
            <SimpleSetting
              key={inner.name}
              field={inner}
              nodeType={nodeType}
              isReadOnly={isReadOnly}
              value={row[inner.name]}
              error={errorAt(`${field.name}.${place}.${inner.name}`)}
              onChange={(given) => change(place, inner.name, given)}
            />
          ))}
          {!isReadOnly && rows.length > field.items_min && (
            <IconButton
              label={`Remove row ${place + 1} of ${field.label}`}
              className="absolute top-1 right-1 size-6!"
              onClick={() => onChange(rows.filter((_, index) => index !== place))}
            >
              <X size={14} aria-hidden />
            </IconButton>
          )}
        </div>
      ))}
      {error !== undefined && <p className="text-sm text-bad">{error}</p>}
      {!isReadOnly && rows.length < field.items_max && (
        <Button
          size="small"
          className="self-start"
          icon={<Plus size={14} aria-hidden />}
          onClick={() => onChange([...rows, emptyRow(field)])}
        >
          Add
        </Button>
      )}
    </fieldset>
  );
}
