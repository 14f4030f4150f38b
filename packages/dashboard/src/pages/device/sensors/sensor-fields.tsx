import { useId } from "react";
import { fieldMessage } from "../../../api/problem.ts";
import { useCall } from "../../../api/queries.ts";
import { exactText, plural } from "../../../format/number.ts";
import { TextField } from "../../../ui/field.tsx";
import { withType } from "../with-type.ts";

/** The fields of a sensor's form. */
export const sensorTextNames = ["name", "slug", "type", "unit"] as const;

/** Empty texts mean that nothing is set. */
export type SensorTexts = Readonly<Record<(typeof sensorTextNames)[number], string>>;

export function SensorFields({
  texts,
  onChange,
  error,
  slugHint,
}: {
  readonly texts: SensorTexts;
  readonly onChange: (change: Partial<SensorTexts>) => void;
  readonly error: unknown;
  readonly slugHint: string;
}) {
  const listId = useId();
  const types = useCall("listSensorTypes", {}, { staleTime: 300_000 }).data?.items ?? [];
  const type = types.find(({ name }) => name === texts.type);
  return (
    <>
      <TextField
        label="Name"
        required
        maxLength={200}
        placeholder="e.g. Soil temperature"
        value={texts.name}
        error={fieldMessage(error, "name")}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <TextField
        label="Slug"
        required
        isMono
        maxLength={64}
        pattern="[A-Za-z0-9_\-]+"
        placeholder="e.g. soil-temperature"
        autoComplete="off"
        spellCheck={false}
        value={texts.slug}
        hint={slugHint}
        error={fieldMessage(error, "slug")}
        onChange={(event) => onChange({ slug: event.target.value })}
      />
      <div className="grid grid-cols-[3fr_2fr] gap-3">
        <TextField
          label="Type"
          isOptional
          maxLength={64}
          list={listId}
          placeholder="e.g. temperature"
          value={texts.type}
          error={fieldMessage(error, "type")}
          onChange={(event) => onChange(withType(types, texts, event.target.value))}
        />
        <TextField
          label="Unit"
          isOptional
          maxLength={32}
          placeholder="e.g. °C"
          value={texts.unit}
          hint={
            texts.unit === "" && type?.unit != null
              ? `Shown in ${type.unit}, the unit of its type.`
              : undefined
          }
          error={fieldMessage(error, "unit")}
          onChange={(event) => onChange({ unit: event.target.value })}
        />
        <datalist id={listId}>
          {types.map(({ uuid, name }) => (
            <option key={uuid} value={name} />
          ))}
        </datalist>
      </div>
      {type !== undefined && <p className="text-sm text-muted">{typeText(type)}</p>}
    </>
  );
}

/** Decimals and range belong to the type, so that all sensors of a type look the same. */
function limitText(limit: number | null): string {
  return limit === null ? "…" : exactText(limit);
}

function typeText(type: {
  name: string;
  decimals: number | null;
  min: number | null;
  max: number | null;
  unit: string | null;
}) {
  const parts = [
    type.decimals !== null && plural(type.decimals, "decimal"),
    (type.min !== null || type.max !== null) &&
      `usual range ${limitText(type.min)} to ${limitText(type.max)}`,
  ].filter(Boolean);
  return parts.length === 0
    ? "Decimals and the usual range are set for the type in Devices > Sensor types."
    : `From its type: ${parts.join(", ")}. To change this, go to Devices > Sensor types.`;
}
