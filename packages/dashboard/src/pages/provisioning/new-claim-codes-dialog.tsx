import { csvRecord, harmlessText } from "@weir/protocol/csv-record";
import { readHardwareIds } from "@weir/protocol/hardware-id-list";
import { claimCodesAtOnceMax } from "@weir/protocol/manage/provisioning-limits";
import { useChange } from "../../api/change.ts";
import type { CallAnswer } from "../../api/route-types.ts";
import { plural } from "../../format/number.ts";
import { Button } from "../../ui/button.tsx";
import { CodeBlock } from "../../ui/copy.tsx";
import { SelectField, TextAreaField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { saveTextFile } from "../../ui/save-text-file.ts";
import { Note } from "../../ui/states.tsx";
import { useFields } from "../../ui/use-fields.ts";
import { ShownDialog } from "../settings/shown-dialog.tsx";
import { provisioningRefreshes } from "./provisioning-words.ts";

const expiries = [
  { value: "30", label: "In 30 days" },
  { value: "365", label: "In a year" },
  { value: "1825", label: "In five years" },
];

/** Codes for hardware ids that are typed or pasted. The last step shows the codes, once. */
export function NewClaimCodesDialog({
  provisioningKey,
  name,
  onClose,
}: {
  readonly provisioningKey: string;
  readonly name: string;
  readonly onClose: () => void;
}) {
  const create = useChange("createClaimCodes", { quiet: true, refreshes: provisioningRefreshes });
  const form = useFields({ text: "", days: "365" }, create);
  const { text, days } = form.values;
  if (create.data !== undefined) return <ShownCodes codes={create.data.items} onClose={onClose} />;
  const ids = readHardwareIds(text);
  const isTooMany = ids.length > claimCodesAtOnceMax;
  return (
    <FormDialog
      title={`New claim codes of “${name}”`}
      description="Anyone who enters a device’s code adds the device to their account. A new code replaces the device’s previous one."
      submit={ids.length === 0 ? "Create codes" : `Create ${plural(ids.length, "code")}`}
      {...form.saving}
      isComplete={ids.length > 0 && !isTooMany}
      onSubmit={() =>
        create.mutate({
          body: { provisioning_key: provisioningKey, hardware_ids: ids, expires_in_days: Number(days) },
        })
      }
      onClose={onClose}
    >
      <TextAreaField
        isMono
        label="Hardware ids"
        rows={6}
        hint="One per line, or paste a CSV file with them in the first column."
        {...form.text("text")}
        error={isTooMany ? `At most ${claimCodesAtOnceMax} at once.` : form.problem("hardware_ids")}
      />
      <SelectField label="Expire" choices={expiries} {...form.text("days", "expires_in_days")} />
    </FormDialog>
  );
}

function ShownCodes({
  codes,
  onClose,
}: {
  readonly codes: CallAnswer<"createClaimCodes">["items"];
  readonly onClose: () => void;
}) {
  const rows = codes.map(({ hardware_id, code }) => [hardware_id, code] as const);
  const save = () => {
    const lines = [["hardware_id", "claim_code"], ...rows].map((row) => csvRecord(row.map(harmlessText)));
    saveTextFile("claim-codes.csv", lines.join(""), "text/csv");
  };
  return (
    <ShownDialog
      isShownOnce
      title={plural(codes.length, "claim code")}
      done="I’ve saved them"
      onClose={onClose}
    >
      <Note tone="warn">Save the codes now. You won’t be able to see them again.</Note>
      <CodeBlock label="Codes" code={rows.map((row) => row.join("  ")).join("\n")} />
      <div>
        <Button onClick={save}>Download CSV</Button>
      </div>
    </ShownDialog>
  );
}
