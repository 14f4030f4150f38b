import { useState } from "react";
import { useChange } from "../../api/change.ts";
import { fieldMessage } from "../../api/problem.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { FormFault } from "../../ui/form-fault.tsx";

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
    <form
      className="flex max-w-md flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        const given = code.trim();
        const digits = given.replaceAll(" ", "");
        const factor = /^\d{6}$/.test(digits) ? { totp: digits } : { recovery_code: given };
        disable.mutate({ body: { password, ...factor } });
      }}
    >
      <p className="text-sm text-muted">
        From then on your password alone is enough to sign in. The recovery codes you have stop working.
      </p>
      <TextField
        label="Your password"
        type="password"
        autoComplete="current-password"
        required
        autoFocus
        value={password}
        error={fieldMessage(disable.error, "password")}
        onChange={(event) => setPassword(event.target.value)}
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
      <FormFault error={disable.error} fields={["password", "totp", "recovery_code"]} />
      <div className="flex gap-2">
        <Button type="submit" look="danger" isBusy={disable.isPending}>
          Turn off
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  );
}
