import { type ProvisioningAdmission, provisioningAdmissions } from "@weir/protocol/closed-sets";
import { useChange } from "../../api/change.ts";
import type { CallAnswer } from "../../api/route-types.ts";
import { numberOrNull } from "../../format/number-text.ts";
import { CheckboxField, SelectField, TextField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { KeyExpiryField } from "../../ui/key-expiry-field.tsx";
import { NameField } from "../../ui/name-field.tsx";
import { useFields } from "../../ui/use-fields.ts";
import { ShownKeyDialog } from "../settings/shown-key-dialog.tsx";
import { FirmwareCode } from "./firmware-code.tsx";
import { admissionWords } from "./provisioning-words.ts";

type Template = CallAnswer<"listTemplates">["items"][number];

const hints: Readonly<Record<ProvisioningAdmission, string>> = {
  at_once: "A device gets its token as soon as it asks.",
  approval: "Devices wait in a list until you approve them.",
  claim: "Devices wait until someone enters their claim code. They are created in that person’s account.",
};

interface NewKey {
  readonly name: string;
  readonly template: string;
  readonly admission: ProvisioningAdmission;
  readonly may_repeat: boolean;
  readonly devices: string;
  /** "" if the key never expires. */
  readonly days: string;
}

/** The last step shows the key, once, with code for the firmware. */
export function NewKeyDialog({
  templates,
  onClose,
}: {
  readonly templates: readonly Template[];
  readonly onClose: () => void;
}) {
  const create = useChange("createProvisioningKey", {
    quiet: true,
    refreshes: ["listProvisioningKeys", "listAudit"],
  });
  const form = useFields<NewKey>(
    {
      name: "",
      template: templates[0]?.uuid ?? "",
      admission: "at_once",
      may_repeat: false,
      devices: "1000",
      days: "",
    },
    create,
  );
  if (create.data !== undefined) {
    return (
      <ShownKeyDialog isWide created={create.data} onClose={onClose}>
        <FirmwareCode keyText={create.data.key} template={create.data.template.uuid} />
      </ShownKeyDialog>
    );
  }
  const { devices, days, ...others } = form.values;
  return (
    <FormDialog
      title="New provisioning key"
      submit="Create key"
      {...form.saving}
      onSubmit={() =>
        create.mutate({
          body: {
            ...others,
            device_limit: Number(devices),
            expires_in_days: numberOrNull(days),
          },
        })
      }
      onClose={onClose}
    >
      <NameField
        hint="Where the devices come from, such as “Factory 2026”."
        required
        {...form.text("name")}
      />
      <SelectField
        label="Template"
        hint="Devices get its sensors and settings."
        choices={templates.map(({ uuid, name: label }) => ({ value: uuid, label }))}
        {...form.text("template")}
      />
      <SelectField
        label="Devices are created"
        hint={hints[others.admission]}
        choices={provisioningAdmissions.map((value) => ({ value, label: admissionWords[value] }))}
        {...form.text("admission")}
      />
      <div className="grid grid-cols-2 gap-4 max-md:grid-cols-1">
        <TextField
          label="Device limit"
          type="number"
          min={1}
          max={100_000}
          required
          {...form.text("devices", "device_limit")}
        />
        <KeyExpiryField {...form.text("days", "expires_in_days")} />
      </div>
      {others.admission !== "claim" && (
        <CheckboxField
          label="Give devices that ask again a new token"
          hint="For devices that lose their memory. Anyone with the key and a hardware id can then take over that device."
          {...form.checkbox("may_repeat")}
        />
      )}
    </FormDialog>
  );
}
