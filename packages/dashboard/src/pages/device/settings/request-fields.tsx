import type { QuarantineMode } from "@weir/protocol/closed-sets";
import type { ContractName } from "@weir/protocol/contracts";
import type { BoundFields } from "../../../ui/bind-fields.ts";
import { Card } from "../../../ui/card.tsx";
import { choicesOf, SelectField } from "../../../ui/field.tsx";
import type { DeviceFields } from "./device-fields.ts";
import { handlingLabels } from "./handling-labels.ts";

const contractLabels: Readonly<Record<ContractName, string>> = {
  queued: "Queued (default)",
  stored: "Stored, for old firmware",
};
const quarantineLabels: Readonly<Record<QuarantineMode, string>> = {
  automatic: "Automatic",
  on: "Always",
  off: "Never",
};
const quarantineHints: Readonly<Record<QuarantineMode, string>> = {
  automatic:
    "Rejected readings wait in quarantine, and can be submitted again once the cause is fixed. After the first 24 hours in which the device sends readings and none is rejected, this changes to Never. Readings in quarantine stay there.",
  on: "Rejected readings wait in quarantine, and can be submitted again once the cause is fixed.",
  off: "The device is told why a reading was rejected, and the reading is not kept. Readings already in quarantine stay there.",
};

/** How the requests of a device are read and answered. */
export function RequestFields({ form }: { readonly form: BoundFields<DeviceFields> }) {
  const { contract, handling, quarantine_mode } = form.values;
  return (
    <Card title="Requests">
      <div className="flex max-w-xl flex-col gap-4">
        <SelectField
          label="Contract"
          choices={choicesOf(contractLabels)}
          hint={
            contract === "stored"
              ? "URLs accept only the sensor’s UUID, and the rate limit applies to this device alone."
              : "Responses report how many readings were accepted, duplicates or rejected."
          }
          {...form.text("contract")}
        />
        <SelectField
          label="Handling"
          choices={choicesOf(handlingLabels)}
          hint={
            handling === "lenient"
              ? "Readings with an invalid value or timestamp are also dropped, and the rest of the request is accepted. Use this for devices that can’t repair their buffer and would get stuck on one bad reading."
              : "A missing or invalid value, an invalid timestamp or a missing sensor name rejects the whole request, and the answer names each field to fix. Unknown sensors, wrong shapes and future timestamps are dropped individually, and the rest of the request is accepted."
          }
          {...form.text("handling")}
        />
        <SelectField
          label="Keep rejected readings"
          choices={choicesOf(quarantineLabels)}
          hint={quarantineHints[quarantine_mode]}
          {...form.text("quarantine_mode")}
        />
      </div>
    </Card>
  );
}
