import { useState } from "react";
import { useChange } from "../../api/change.ts";
import { fieldMessage } from "../../api/problem.ts";
import { TextField } from "../../ui/field.tsx";
import { CardForm } from "./card-form.tsx";
import { OwnPasswordField } from "./own-password-field.tsx";

/** Whoever only found the screen unlocked cannot turn it off: it takes the password and a code. */
export function TwoStepOff({ onClose }: { readonly onClose: () => void }) {
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const disable = useChange("disableTotp", {
    quiet: true,
    refreshes: ["showSession", "listOwnAudit"],
    said: "Two-step sign-in is off.",
    onDone: onClose,
  });
  return (
    <CardForm
      submit="Turn off"
      look="danger"
      isBusy={disable.isPending}
      error={disable.error}
      fields={["password", "totp", "recovery_code"]}
      onSubmit={() => disable.mutate({ body: { password, ...factorOf(code) } })}
      onCancel={onClose}
    >
      <p className="text-sm text-muted">
        From then on your password alone is enough to sign in. The recovery codes you have stop working.
      </p>
      <OwnPasswordField
        isFirst
        value={password}
        onChange={setPassword}
        error={fieldMessage(disable.error, "password")}
      />
      <TextField
        label="Code"
        hint="Of your authenticator, or one of the recovery codes."
        isMono
        autoComplete="one-time-code"
        required
        minLength={6}
        maxLength={40}
        value={code}
        error={fieldMessage(disable.error, "totp") ?? fieldMessage(disable.error, "recovery_code")}
        onChange={(event) => setCode(event.target.value)}
      />
    </CardForm>
  );
}

/** Six digits are of the authenticator; recovery codes look different. */
function factorOf(code: string): { totp: string } | { recovery_code: string } {
  const digits = code.replaceAll(" ", "");
  return /^\d{6}$/.test(digits) ? { totp: digits } : { recovery_code: code.trim() };
}
