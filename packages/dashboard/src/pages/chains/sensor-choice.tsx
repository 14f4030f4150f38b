import { useCall } from "../../api/queries.ts";
import { DeviceField } from "../../ui/device-picker.tsx";
import { SelectField } from "../../ui/field.tsx";

export interface ChosenSensor {
  readonly device: string | null;
  readonly sensor: string | null;
}

/** Chooses a device and, with `hasSensors`, one of its sensors. */
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
  const sensors = useCall(
    "listSensors",
    { params: { device: device ?? "" }, query: { limit: 1000 } },
    { enabled: hasSensors && device !== null },
  );
  return (
    <>
      <DeviceField
        device={device ?? undefined}
        {...(isOptional ? { none: "None" } : {})}
        onChoose={(uuid) => onChoose({ device: uuid ?? null, sensor: null })}
        error={device === null ? error : undefined}
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
