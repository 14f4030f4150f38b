import { selectClass } from "../../ui/field.tsx";
import type { KnownSensor } from "./model/guess-plan.ts";
import type { ColumnRole, PlannedColumn } from "./model/import-plan.ts";

const roleLabels: readonly (readonly [ColumnRole, string])[] = [
  ["ignored", "Don’t import"],
  ["time", "Time"],
  ["value", "Value"],
  ["sensor", "Name of the sensor"],
  ["device", "UUID of the device"],
  ["metadata", "Metadata"],
  ["metadata_json", "Metadata (JSON object)"],
];

const examplesShown = 3;

/** Each column of the file with its first values, and what it holds. */
export function ColumnChoices({
  columns,
  cells,
  sensors,
  onChoose,
}: {
  readonly columns: readonly PlannedColumn[];
  /** The first values of each column. */
  readonly cells: readonly (readonly string[])[];
  readonly sensors: readonly KnownSensor[];
  readonly onChoose: (place: number, role: ColumnRole) => void;
}) {
  return (
    <ul aria-label="Columns" className="flex flex-col">
      {columns.map(({ name, role }, place) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have the same name.
          key={place}
          className="grid grid-cols-[minmax(0,1fr)_16rem] items-center gap-x-4 gap-y-1 border-b border-line px-4 py-2 last:border-b-0 max-sm:grid-cols-1"
        >
          <div className="min-w-0">
            <div className="truncate text-sm font-medium">{name}</div>
            <div className="truncate font-mono text-xs text-muted">
              {cells[place]!.slice(0, examplesShown).join(" · ") || "Empty"}
            </div>
          </div>
          <select
            aria-label={`Use ${name} as`}
            className={selectClass}
            value={role}
            onChange={(event) => onChoose(place, event.target.value as ColumnRole)}
          >
            {roleLabels.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
            <optgroup label="Values of a sensor">
              {sensors.map(({ slug, name: sensor }) => (
                <option key={slug} value={`sensor:${slug}`}>
                  {sensor ?? slug}
                </option>
              ))}
            </optgroup>
          </select>
        </li>
      ))}
    </ul>
  );
}
