import { useNavigate } from "@tanstack/react-router";
import { readClaimCode } from "@weir/protocol/claim-code";
import { useChange } from "../../api/change.ts";
import { TextField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { NameField } from "../../ui/name-field.tsx";
import { useFields } from "../../ui/use-fields.ts";
import { provisioningRefreshes } from "./provisioning-words.ts";

const codeLength = 12;

/** Takes a device into the account by the code on its label. */
export function ClaimDeviceDialog({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate();
  const claim = useChange("claimDevice", {
    quiet: true,
    refreshes: provisioningRefreshes,
    said: (device) => `${device.name} was added to your account. It gets its token the next time it asks.`,
    onDone: ({ uuid }) => {
      onClose();
      void navigate({ to: "/devices/$device", params: { device: uuid } });
    },
  });
  const form = useFields({ code: "", name: "" }, claim);
  const { code, name } = form.values;
  const typed = code.replaceAll(/[\s-]/g, "");
  const isMistyped = typed.length >= codeLength && readClaimCode(code) === null;
  const mistake = "This code has a typing mistake. Compare it with the label.";
  return (
    <FormDialog
      title="Claim a device"
      description="The code is on the device or came with it. The device is created in this account."
      submit="Claim device"
      {...form.saving}
      isComplete={readClaimCode(code) !== null}
      onSubmit={() => claim.mutate({ body: { code, ...(name.trim() === "" ? {} : { name }) } })}
      onClose={onClose}
    >
      <TextField
        isMono
        label="Claim code"
        hint="Twelve letters and digits, such as 7KQ2-M9XA-R4TB."
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        required
        maxLength={40}
        {...form.text("code")}
        error={isMistyped ? mistake : form.problem("code")}
      />
      <NameField isOptional {...form.text("name")} />
    </FormDialog>
  );
}
