import { Card } from "../../../ui/card.tsx";
import { SelectField } from "../../../ui/field.tsx";
import type { DeviceFields } from "./device-fields.ts";

const contracts = [
  { value: "queued", label: "Queued (default)" },
  { value: "stored", label: "Stored, for old firmware" },
];
const handlings = [
  { value: "strict", label: "Strict (default)" },
  { value: "lenient", label: "Lenient" },
];
const quarantineModes = [
  { value: "automatic", label: "Automatic" },
  { value: "on", label: "Always" },
  { value: "off", label: "Never" },
];
const quarantineHints: Readonly<Record<DeviceFields["quarantine_mode"], string>> = {
  automatic:
    "Rejected readings wait in quarantine, and can be submitted again once the cause is fixed. After the first 24 hours in which the device sends readings and none is rejected, this changes to Never. Readings in quarantine stay there.",
  on: "Rejected readings wait in quarantine, and can be submitted again once the cause is fixed.",
  off: "The device is told why a reading is rejected, and the reading is not kept. Readings that are already in quarantine stay there.",
};

/** How the requests of a device are read and answered. */
export function RequestFields({
  fields,
  onChange,
}: {
  readonly fields: DeviceFields;
  readonly onChange: (change: Partial<DeviceFields>) => void;
}) {
  return (
    <Card title="Requests">
      <div className="flex max-w-xl flex-col gap-4">
        <SelectField
          label="Contract"
          value={fields.contract}
          choices={contracts}
          hint={
            fields.contract === "stored"
              ? "URLs take the sensor's UUID only, and the rate limit counts for this device alone."
              : "Answers say how many readings were accepted, repeated and rejected."
          }
          onChange={(event) => onChange({ contract: event.target.value as DeviceFields["contract"] })}
        />
        <SelectField
          label="Handling"
          value={fields.handling}
          choices={handlings}
          hint={
            fields.handling === "lenient"
              ? "Readings with an invalid value or timestamp are dropped, too, and the rest of the request is accepted. For devices that cannot repair their buffer and would be stuck on one bad reading."
              : "A missing or invalid value, an invalid timestamp or a missing sensor name rejects the whole request, and the answer names each field to fix. Unknown sensors, wrong shapes and future timestamps are dropped individually, and the rest of the request is accepted."
          }
          onChange={(event) => onChange({ handling: event.target.value as DeviceFields["handling"] })}
        />
        <SelectField
          label="Keep rejected readings"
          value={fields.quarantine_mode}
          choices={quarantineModes}
          hint={quarantineHints[fields.quarantine_mode]}
          onChange={(event) =>
            onChange({ quarantine_mode: event.target.value as DeviceFields["quarantine_mode"] })
          }
        />
      </div>
    </Card>
  );
}
