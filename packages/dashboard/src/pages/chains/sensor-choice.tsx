import { useState } from "react";
import { useCall } from "../../api/queries.ts";
import { SelectField } from "../../ui/field.tsx";
import { SearchInput } from "../../ui/search-input.tsx";

const devicesShown = 100;

export interface ChosenSensor {
  readonly device: string | null;
  readonly sensor: string | null;
}

/** Chooses a device and, with `hasSensors`, one of its sensors. Too many devices for a list can be searched. */
export function SensorChoice({
  chosen: { device, sensor },
  onChoose,
  hasSensors = true,
  isOptional = false,
  error,
}: {
  readonly chosen: ChosenSensor;
  readonly onChoose: (chosen: ChosenSensor) => void;
  readonly hasSensors?: boolean;
  readonly isOptional?: boolean;
  readonly error?: string | undefined;
}) {
  const [search, setSearch] = useState("");
  const query = { limit: devicesShown, ...(search === "" ? {} : { search }) };
  const devices = useCall("listDevices", { query }, { keep: true });
  const sensors = useCall(
    "listSensors",
    { params: { device: device ?? "" }, query: { limit: 1000 } },
    { enabled: hasSensors && device !== null },
  );
  const found = devices.data?.items ?? [];
  const isListed = device === null || found.some(({ uuid }) => uuid === device);
  return (
    <>
      {(search !== "" || (devices.data?.next ?? null) !== null) && (
        <SearchInput label="Search devices" value={search} onSearch={setSearch} />
      )}
      <SelectField
        label="Device"
        value={device ?? ""}
        error={device === null ? error : undefined}
        onChange={(event) => onChoose({ device: event.target.value || null, sensor: null })}
        choices={[
          { value: "", label: isOptional ? "None" : "Choose a device…" },
          ...(isListed ? [] : [{ value: device, label: "Selected device" }]),
          ...found.map(({ uuid, name }) => ({ value: uuid, label: name })),
        ]}
        hint={
          devices.isError
            ? "Devices couldn’t be loaded."
            : devices.data !== undefined && found.length === 0
              ? "No devices found."
              : undefined
        }
      />
      {hasSensors && device !== null && (
        <SelectField
          label="Sensor"
          value={sensor ?? ""}
          error={error}
          disabled={sensors.data === undefined}
          onChange={(event) => onChoose({ device, sensor: event.target.value || null })}
          choices={[
            { value: "", label: sensors.isError ? "Couldn’t be loaded" : "Choose a sensor…" },
            ...(sensors.data?.items ?? []).map(({ uuid, name, slug }) => ({
              value: uuid,
              label: name.toLowerCase() === slug.toLowerCase() ? name : `${name} (${slug})`,
            })),
          ]}
        />
      )}
    </>
  );
}
