import { useNavigate } from "@tanstack/react-router";
import { readClaimCode } from "@weir/protocol/claim-code";
import { useState } from "react";
import { useChange } from "../../api/change.ts";
import { fieldMessage } from "../../api/problem.ts";
import { TextField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { provisioningRefreshes } from "./provisioning-words.ts";

const codeLength = 12;

/** Takes a device into the account by the code on its label. */
export function ClaimDeviceDialog({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate();
  const [code, setCode] = useState("");
  const [name, setName] = useState("");
  const claim = useChange("claimDevice", {
    quiet: true,
    refreshes: provisioningRefreshes,
    said: (device) => `${device.name} is in your account. It gets its token when it asks the next time.`,
    onDone: ({ uuid }) => {
      onClose();
      void navigate({ to: `/devices/${uuid}` });
    },
  });
  const typed = code.replaceAll(/[\s-]/g, "");
  const isMistyped = typed.length >= codeLength && readClaimCode(code) === null;
  const mistake = "This code has a typing mistake. Compare it with the label.";
  return (
    <FormDialog
      title="Claim a device"
      description="The code is on the device or came with it. The device is created in this account."
      submit="Claim device"
      isBusy={claim.isPending}
      isComplete={readClaimCode(code) !== null}
      error={claim.error}
      fields={["code", "name"]}
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
        value={code}
        error={isMistyped ? mistake : fieldMessage(claim.error, "code")}
        onChange={(event) => setCode(event.target.value)}
      />
      <TextField
        isOptional
        label="Name"
        autoComplete="off"
        maxLength={200}
        value={name}
        error={fieldMessage(claim.error, "name")}
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  );
}
