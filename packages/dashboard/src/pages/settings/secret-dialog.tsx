import { useId, useState } from "react";
import { useChange } from "../../api/change.ts";
import { fieldMessage } from "../../api/problem.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextAreaField, TextField } from "../../ui/field.tsx";
import { FormFault } from "../../ui/form-fault.tsx";
import { generateWebhookSecret, webhookSecretName } from "./webhook-secret.ts";

/** A new secret, or a new value for one that is known by this name. */
export function SecretDialog({
  name: known,
  onClose,
}: {
  readonly name: string | null;
  readonly onClose: () => void;
}) {
  const formId = useId();
  const [name, setName] = useState(known ?? "");
  const [value, setValue] = useState("");
  const set = useChange("setSecret", {
    quiet: true,
    refreshes: ["listSecrets", "listAudit"],
    said: "The secret has its value. Chains use it from now on.",
    onDone: onClose,
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={known === null ? "New secret" : `New value for “${known}”`}
      {...(known === null
        ? {}
        : { description: "The value it had is gone then, and chains use the new one." })}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} look="primary" isBusy={set.isPending}>
            Save
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          set.mutate({ params: { secret: name }, body: { value } });
        }}
      >
        {known === null && (
          <TextField
            label="Name"
            hint="By which nodes of chains name it: letters, digits, “_” and “-”."
            isMono
            autoComplete="off"
            required
            maxLength={64}
            pattern="[A-Za-z0-9_\-]+"
            value={name}
            error={fieldMessage(set.error, "name")}
            onChange={(event) => setName(event.target.value)}
          />
        )}
        <TextAreaField
          label="Value"
          isMono
          autoComplete="off"
          spellCheck={false}
          required
          maxLength={4096}
          value={value}
          error={fieldMessage(set.error, "value")}
          onChange={(event) => setValue(event.target.value)}
        />
        <div className="flex flex-wrap items-center gap-2 text-sm text-muted">
          <Button size="small" onClick={() => setValue(generateWebhookSecret())}>
            Generate
          </Button>
          {known === webhookSecretName
            ? "Whoever checks the signatures of webhooks needs the new value too."
            : "makes a random key that can sign webhooks."}
        </div>
        <FormFault error={set.error} fields={["name", "value"]} />
      </form>
    </Dialog>
  );
}
