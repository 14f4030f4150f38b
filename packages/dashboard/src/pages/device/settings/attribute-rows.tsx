import { attributesMax, attributeTextLengthMax } from "@weir/protocol/manage/device-notes";
import { Plus, Trash2 } from "lucide-react";
import { Button, IconButton } from "../../../ui/button.tsx";
import { cx } from "../../../ui/class-names.ts";
import { type Choice, inputClass, Select } from "../../../ui/field.tsx";
import { NumberInput } from "../../../ui/number-field.tsx";
import { type AttributeRow, suggestedKind } from "./note-fields.ts";

const kinds: readonly Choice[] = [
  { value: "text", label: "Text" },
  { value: "number", label: "Number" },
  { value: "boolean", label: "Yes or no" },
];
const booleans: readonly Choice[] = [
  { value: "true", label: "Yes" },
  { value: "false", label: "No" },
];

/** The attributes of a device, one in each row. */
export function AttributeRows({
  rows,
  onChange,
}: {
  readonly rows: readonly AttributeRow[];
  readonly onChange: (rows: readonly AttributeRow[]) => void;
}) {
  const change = (place: number, changed: Partial<AttributeRow>) =>
    onChange(rows.map((row, other) => (other === place ? { ...row, ...changed } : row)));
  const remove = (place: number) => onChange(rows.filter((_, other) => other !== place));
  const names = rows.map(({ name }) => name.trim());
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 text-sm font-medium">
        Attributes <span className="font-normal text-faint">(optional)</span>
      </legend>
      {[...rows.entries()].map(([place, row]) => (
        <div
          key={place}
          className="grid grid-cols-[1fr_7rem_1fr_2rem] items-center gap-2 max-md:grid-cols-[1fr_7rem_2rem]"
        >
          <input
            aria-label={`Name of attribute ${place + 1}`}
            required
            pattern={namePattern}
            title="Lower-case letters, digits, _ and -, beginning with a letter; each name once"
            autoCapitalize="off"
            spellCheck={false}
            placeholder="e.g. site"
            className={cx(inputClass, "font-mono text-sm!")}
            {...(names.indexOf(row.name.trim()) < place ? { "aria-invalid": true } : {})}
            value={row.name}
            onChange={({ target }) => change(place, { name: target.value })}
          />
          <Select
            aria-label={`Type of attribute ${place + 1}`}
            choices={kinds}
            value={row.kind}
            onChange={({ target }) => change(place, withKind(row, target.value as AttributeRow["kind"]))}
          />
          <AttributeInput row={row} place={place} onChange={(changed) => change(place, changed)} />
          <IconButton
            label={`Remove attribute ${place + 1}`}
            className="max-md:col-start-3 max-md:row-start-1"
            onClick={() => remove(place)}
          >
            <Trash2 size={15} aria-hidden />
          </IconButton>
        </div>
      ))}
      {rows.length < attributesMax && (
        <div>
          <Button
            size="small"
            icon={<Plus size={14} aria-hidden />}
            onClick={() => onChange([...rows, { name: "", kind: "text", value: "" }])}
          >
            Add attribute
          </Button>
        </div>
      )}
    </fieldset>
  );
}

/** As `attributeNameShape`, for the browser to check. */
const namePattern = "[a-z][a-z0-9_\\-]{0,39}";

function AttributeInput({
  row,
  place,
  onChange,
}: {
  readonly row: AttributeRow;
  readonly place: number;
  readonly onChange: (changed: Partial<AttributeRow>) => void;
}) {
  const label = `Value of attribute ${place + 1}`;
  if (row.kind === "boolean") {
    return (
      <Select
        aria-label={label}
        className="max-md:col-span-3"
        choices={booleans}
        value={row.value}
        onChange={({ target }) => onChange({ value: target.value })}
      />
    );
  }
  const props = {
    "aria-label": label,
    className: cx(inputClass, "max-md:col-span-3"),
    value: row.value,
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      onChange({ value: target.value }),
  };
  return row.kind === "number" ? (
    <NumberInput {...props} required />
  ) : (
    <input {...props} maxLength={attributeTextLengthMax} />
  );
}

/** The row with another type, and a value that this type can have. */
function withKind(row: AttributeRow, kind: AttributeRow["kind"]): AttributeRow {
  if (kind === "boolean") return { ...row, kind, value: row.value === "true" ? "true" : "false" };
  const isKept = kind === "text" || suggestedKind(row.value) === "number";
  return { ...row, kind, value: isKept ? row.value : "" };
}
