import { useState } from "react";
import { useCall } from "../../../../api/queries.ts";
import { SelectField } from "../../../../ui/field.tsx";
import { SearchInput } from "../../../../ui/search-input.tsx";
import { chooseTrialSensor, useTrialSensor } from "./trial-sensor.ts";

const devicesShown = 100;

/** Chooses a device, then one of its sensors. Where there are more devices than a list can take, they are searched. */
export function SensorChoice({
  isOptional = false,
  error,
}: {
  readonly isOptional?: boolean;
  readonly error?: string | undefined;
}) {
  const { device, sensor } = useTrialSensor();
  const [search, setSearch] = useState("");
  const devices = useCall(
    "listDevices",
    { query: { limit: devicesShown, ...(search === "" ? {} : { search }) } },
    { keep: true },
  );
  const sensors = useCall(
    "listSensors",
    { params: { device: device ?? "" }, query: { limit: 1000 } },
    { enabled: device !== null },
  );
  const found = devices.data?.items ?? [];
  const none = { value: "", label: isOptional ? "None" : "Choose a device…" };
  const isListed = device === null || found.some(({ uuid }) => uuid === device);
  return (
    <div className="flex flex-col gap-2">
      {(search !== "" || (devices.data?.next ?? null) !== null) && (
        <SearchInput label="Search devices" value={search} onSearch={setSearch} />
      )}
      <SelectField
        label="Device"
        value={device ?? ""}
        error={device === null ? error : undefined}
        onChange={(event) => chooseTrialSensor({ device: event.target.value || null, sensor: null })}
        choices={[
          none,
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
      {device !== null && (
        <SelectField
          label="Sensor"
          value={sensor ?? ""}
          error={error}
          disabled={sensors.data === undefined}
          onChange={(event) => chooseTrialSensor({ device, sensor: event.target.value || null })}
          choices={[
            { value: "", label: sensors.isError ? "Couldn’t be loaded" : "Choose a sensor…" },
            ...(sensors.data?.items ?? []).map(({ uuid, name, slug }) => ({
              value: uuid,
              label: name.toLowerCase() === slug.toLowerCase() ? name : `${name} (${slug})`,
            })),
          ]}
        />
      )}
    </div>
  );
}
