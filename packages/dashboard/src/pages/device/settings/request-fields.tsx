import { Card } from "../../../ui/card.tsx";
import { CheckboxField, SelectField } from "../../../ui/field.tsx";
import type { DeviceFields } from "./device-fields.ts";

const contracts = [
  { value: "queued", label: "Queued: 202 with counts (usual)" },
  { value: "stored", label: "Stored: 201, for old firmware" },
];
const handlings = [
  { value: "strict", label: "Strict: one bad reading refuses the request (usual)" },
  { value: "lenient", label: "Lenient: a bad reading is dropped, the others are taken" },
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
              ? "For devices that cannot repair their buffer: one bad reading must not hold up the rest."
              : "The answer names each field that is wrong, and nothing of the request is taken."
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
