import { type ProvisioningAdmission, provisioningAdmissions } from "@weir/protocol/closed-sets";
import { useState } from "react";
import { useChange } from "../../api/change.ts";
import { fieldMessage } from "../../api/problem.ts";
import type { CallAnswer } from "../../api/route-types.ts";
import { CodeBlock } from "../../ui/copy.tsx";
import { CheckboxField, SelectField, TextField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { Note } from "../../ui/states.tsx";
import { ShownDialog } from "../settings/shown-dialog.tsx";
import { FirmwareCode } from "./firmware-code.tsx";
import { admissionWords } from "./provisioning-words.ts";

type Template = CallAnswer<"listTemplates">["items"][number];

const expiries = [
  { value: "30", label: "In 30 days" },
  { value: "90", label: "In 90 days" },
  { value: "365", label: "In a year" },
  { value: "", label: "Never" },
];

const hints: Readonly<Record<ProvisioningAdmission, string>> = {
  at_once: "A device gets its token as soon as it asks.",
  approval: "Devices wait in a list until you approve them.",
  claim: "Devices wait until somebody enters their claim code. They are created in that person’s account.",
};

/** The last step shows the key, once, with code for the firmware. */
export function NewKeyDialog({
  templates,
  onClose,
}: {
  readonly templates: readonly Template[];
  readonly onClose: () => void;
}) {
  const [name, setName] = useState("");
  const [template, setTemplate] = useState(templates[0]?.uuid ?? "");
  const [admission, setAdmission] = useState<ProvisioningAdmission>("at_once");
  const [mayRepeat, setMayRepeat] = useState(false);
  const [devices, setDevices] = useState("1000");
  const [days, setDays] = useState("");
  const create = useChange("createProvisioningKey", {
    quiet: true,
    refreshes: ["listProvisioningKeys", "listAudit"],
  });
  if (create.data !== undefined) {
    return (
      <ShownDialog
        isShownOnce
        isWide
        title={`The key “${create.data.name}”`}
        done="I’ve saved it"
        onClose={onClose}
      >
        <Note tone="warn">Copy the key now. You won’t be able to see it again.</Note>
        <CodeBlock isWrapped label="Key" code={create.data.key} />
        <FirmwareCode keyText={create.data.key} template={create.data.template.uuid} />
      </ShownDialog>
    );
  }
  const fields = ["name", "template", "device_limit", "expires_in_days"];
  return (
    <FormDialog
      title="New provisioning key"
      submit="Create key"
      isBusy={create.isPending}
      error={create.error}
      fields={fields}
      onSubmit={() =>
        create.mutate({
          body: {
            name,
            template,
            admission,
            may_repeat: mayRepeat,
            device_limit: Number(devices),
            expires_in_days: days === "" ? null : Number(days),
          },
        })
      }
      onClose={onClose}
    >
      <TextField
        label="Name"
        hint="Where the devices come from, such as “Factory 2026”."
        autoComplete="off"
        required
        maxLength={200}
        value={name}
        error={fieldMessage(create.error, "name")}
        onChange={(event) => setName(event.target.value)}
      />
      <SelectField
        label="Template"
        hint="Devices get its sensors and settings."
        choices={templates.map(({ uuid, name: label }) => ({ value: uuid, label }))}
        value={template}
        error={fieldMessage(create.error, "template")}
        onChange={(event) => setTemplate(event.target.value)}
      />
      <SelectField
        label="Devices are created"
        hint={hints[admission]}
        choices={provisioningAdmissions.map((value) => ({ value, label: admissionWords[value] }))}
        value={admission}
        onChange={(event) => setAdmission(event.target.value as ProvisioningAdmission)}
      />
      <div className="grid grid-cols-2 gap-4 max-md:grid-cols-1">
        <TextField
          label="At most this many devices"
          type="number"
          min={1}
          max={100_000}
          required
          value={devices}
          error={fieldMessage(create.error, "device_limit")}
          onChange={(event) => setDevices(event.target.value)}
        />
        <SelectField
          label="Expires"
          choices={expiries}
          value={days}
          error={fieldMessage(create.error, "expires_in_days")}
          onChange={(event) => setDays(event.target.value)}
        />
      </div>
      {admission !== "claim" && (
        <CheckboxField
          label="Devices that ask again get a new token"
          hint="For devices that lose their memory. Then whoever has the key and a hardware id can take over that device."
          checked={mayRepeat}
          onChange={(event) => setMayRepeat(event.target.checked)}
        />
      )}
    </FormDialog>
  );
}
