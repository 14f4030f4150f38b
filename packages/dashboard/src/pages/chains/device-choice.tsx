import { useState } from "react";
import { useCall } from "../../api/queries.ts";
import { SelectField } from "../../ui/field.tsx";
import { SearchInput } from "../../ui/search-input.tsx";

const devicesShown = 100;

interface Chosen {
  readonly device: string;
  readonly sensor: string;
}

/** A device, and one of its sensors where that is asked for. Searched where there are more than a list can take. */
export function DeviceChoice({
  device,
  sensor,
  withSensor,
  onChoose,
}: Chosen & { readonly withSensor: boolean; readonly onChoose: (chosen: Chosen) => void }) {
  const [search, setSearch] = useState("");
  const query = { limit: devicesShown, ...(search === "" ? {} : { search }) };
  const devices = useCall("listDevices", { query }, { keep: true });
  const sensors = useCall(
    "listSensors",
    { params: { device }, query: { limit: 200 } },
    { enabled: withSensor && device !== "" },
  );
  const found = devices.data?.items ?? [];
  return (
    <>
      {(search !== "" || (devices.data?.next ?? null) !== null) && (
        <SearchInput label="Search devices" value={search} onSearch={setSearch} />
      )}
      <SelectField
        label="Device"
        value={device}
        hint={devices.data !== undefined && found.length === 0 ? "No devices found." : undefined}
        choices={[
          { value: "", label: "Choose a device…" },
          ...found.map(({ uuid, name }) => ({ value: uuid, label: name })),
        ]}
        onChange={(event) => onChoose({ device: event.target.value, sensor: "" })}
      />
      {withSensor && device !== "" && (
        <SelectField
          label="Sensor"
          value={sensor}
          choices={[
            { value: "", label: "Choose a sensor…" },
            ...(sensors.data?.items ?? []).map(({ uuid, name }) => ({ value: uuid, label: name })),
          ]}
          onChange={(event) => onChoose({ device, sensor: event.target.value })}
        />
      )}
    </>
  );
}
