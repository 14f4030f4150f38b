import { tableAttributesMax, tableSensorsMax } from "@weir/protocol/manage/board-limits";
import { commonSensors } from "@weir/protocol/manage/common-sensors";
import { useCall } from "../../../api/queries.ts";
import { CheckboxField } from "../../../ui/field.tsx";
import { useBoardData } from "../data/board-data.ts";
import { deviceQuery, shownDevices, type TileDevices } from "../model/board.ts";
import { areComplete } from "./tile-draft.ts";

/** Columns are suggested from this many of the devices. Devices of a group usually have the same sensors. */
const devicesAsked = 50;
const sensorsMax = 1000;

interface Columns {
  /** Slugs; null for the sensors that most devices have. */
  readonly sensors: readonly string[] | null;
  readonly attributes: readonly string[];
}

/** Chooses the attributes and sensors that a table shows. */
export function ColumnsField({
  devices,
  sensors,
  attributes,
  onChange,
}: Columns & {
  readonly devices: TileDevices;
  readonly onChange: (columns: Partial<Columns>) => void;
}) {
  const offered = useOffered(devices);
  const slugs = [...new Set([...(sensors ?? []), ...offered.names.keys()])];
  const attributeNames = [...new Set([...attributes, ...offered.attributes])];
  return (
    <>
      {attributeNames.length > 0 && (
        <Checkboxes
          legend="Attributes"
          names={attributeNames}
          chosen={attributes}
          max={tableAttributesMax}
          onChange={(chosen) => onChange({ attributes: chosen })}
        />
      )}
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1 text-sm font-medium">Sensors</legend>
        <CheckboxField
          label="The most common sensors"
          checked={sensors === null}
          // Its sensors are chosen when it is turned off, so they must be known.
          disabled={sensors === null && offered.isLoading}
          onChange={() => onChange({ sensors: sensors === null ? offered.common : null })}
        />
      </fieldset>
      {sensors !== null &&
        (slugs.length === 0 ? (
          <p className="text-sm text-muted">
            {offered.isLoading ? "Loading sensors…" : "These devices have no sensors yet."}
          </p>
        ) : (
          <Checkboxes
            legend="Columns"
            names={slugs}
            labelOf={(slug) => offered.names.get(slug) ?? slug}
            chosen={sensors}
            max={tableSensorsMax}
            onChange={(chosen) => onChange({ sensors: chosen })}
          />
        ))}
    </>
  );
}

function Checkboxes({
  legend,
  names,
  labelOf = (name) => name,
  chosen,
  max,
  onChange,
}: {
  readonly legend: string;
  readonly names: readonly string[];
  readonly labelOf?: (name: string) => string;
  readonly chosen: readonly string[];
  readonly max: number;
  readonly onChange: (chosen: readonly string[]) => void;
}) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-sm font-medium">{legend}</legend>
      <div className="-mx-1 grid max-h-56 grid-cols-2 gap-2 overflow-y-auto p-1 max-sm:grid-cols-1">
        {names.map((name) => {
          const isOn = chosen.includes(name);
          return (
            <CheckboxField
              key={name}
              label={<span className="font-normal">{labelOf(name)}</span>}
              checked={isOn}
              disabled={!isOn && chosen.length >= max}
              onChange={() => onChange(isOn ? chosen.filter((one) => one !== name) : [...chosen, name])}
            />
          );
        })}
      </div>
    </fieldset>
  );
}

/** The sensors (names by slugs) and attributes of some of the devices. */
function useOffered(devices: TileDevices) {
  const { picked } = useBoardData();
  const shown = areComplete(devices) ? shownDevices(devices, picked) : null;
  const list = useCall(
    "listDevices",
    { query: { limit: devicesAsked, ...(shown === null ? {} : deviceQuery(shown)) } },
    { enabled: shown !== null },
  );
  const found = shown === null ? [] : (list.data?.items ?? []);
  const sensors = useCall(
    "listSensorsOfDevices",
    { query: { devices: found.map(({ uuid }) => uuid).join(","), limit: sensorsMax } },
    { enabled: found.length > 0 },
  );
  const known = found.length === 0 ? [] : (sensors.data?.items ?? []);
  const names = new Map<string, string>();
  for (const { slug, name } of known) if (!names.has(slug)) names.set(slug, name);
  return {
    names,
    common: commonSensors(known),
    attributes: new Set(found.flatMap((device) => Object.keys(device.attributes)).sort()),
    isLoading: list.isLoading || sensors.isLoading,
  };
}
