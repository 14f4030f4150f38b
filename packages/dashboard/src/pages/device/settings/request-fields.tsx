import type { QuarantineMode } from "@weir/protocol/closed-sets";
import type { ContractName, Handling } from "@weir/protocol/contracts";
import { Card } from "../../../ui/card.tsx";
import { choicesOf, SelectField } from "../../../ui/field.tsx";
import type { DeviceFields } from "./device-fields.ts";

const contractLabels: Readonly<Record<ContractName, string>> = {
  queued: "Queued (default)",
  stored: "Stored, for old firmware",
};
const handlingLabels: Readonly<Record<Handling, string>> = { strict: "Strict (default)", lenient: "Lenient" };
const quarantineLabels: Readonly<Record<QuarantineMode, string>> = {
  automatic: "Automatic",
  on: "Always",
  off: "Never",
};
const quarantineHints: Readonly<Record<QuarantineMode, string>> = {
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
          choices={choicesOf(contractLabels)}
          hint={
            fields.contract === "stored"
              ? "URLs accept only the sensor’s UUID, and the rate limit applies to this device alone."
              : "Responses report how many readings were accepted, duplicates or rejected."
          }
          onChange={(event) => onChange({ contract: event.target.value as ContractName })}
        />
        <SelectField
          label="Handling"
          value={fields.handling}
          choices={choicesOf(handlingLabels)}
          hint={
            fields.handling === "lenient"
              ? "Readings with an invalid value or timestamp are also dropped, and the rest of the request is accepted. Use this for devices that can’t repair their buffer and would get stuck on one bad reading."
              : "A missing or invalid value, an invalid timestamp or a missing sensor name rejects the whole request, and the answer names each field to fix. Unknown sensors, wrong shapes and future timestamps are dropped individually, and the rest of the request is accepted."
          }
          onChange={(event) => onChange({ handling: event.target.value as Handling })}
        />
        <SelectField
          label="Keep rejected readings"
          value={fields.quarantine_mode}
          choices={choicesOf(quarantineLabels)}
          hint={quarantineHints[fields.quarantine_mode]}
          onChange={(event) => onChange({ quarantine_mode: event.target.value as QuarantineMode })}
        />
      </div>
    </Card>
  );
}
