import { Card } from "../../../ui/card.tsx";
import { CheckboxField, SelectField } from "../../../ui/field.tsx";
import type { DeviceFields } from "./device-fields.ts";

const contracts = [
  { value: "queued", label: "Queued: 202 with counts (usual)" },
  { value: "stored", label: "Stored: 201, for old firmware" },
];
const handlings = [
  { value: "strict", label: "Strict: invalid values reject the request (usual)" },
  { value: "lenient", label: "Lenient: every bad reading is dropped individually" },
];

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
        <CheckboxField
          label="Keep rejected readings"
          hint="They wait in quarantine, and can be submitted again once the cause is mended."
          checked={fields.quarantine}
          onChange={(event) => onChange({ quarantine: event.target.checked })}
        />
      </div>
    </Card>
  );
}
