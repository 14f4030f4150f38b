import { useChange } from "../../api/change.ts";
import { Button } from "../../ui/button.tsx";
import { TextAreaField, TextField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { useFields } from "../../ui/use-fields.ts";

/** Every account has a secret of this name. */
export const webhookSecretName = "webhook";

/** Creates a secret, or sets a new value for an existing one. */
export function SecretDialog({
  name: known,
  onClose,
}: {
  readonly name: string | null;
  readonly onClose: () => void;
}) {
  const set = useChange("setSecret", {
    quiet: true,
    refreshes: ["listSecrets", "listAudit"],
    said: "Secret saved. Chains use the new value from now on.",
    onDone: onClose,
  });
  const form = useFields({ name: known ?? "", value: "" }, set);
  const { name, value } = form.values;
  return (
    <FormDialog
      title={known === null ? "New secret" : `New value for “${known}”`}
      description={known === null ? undefined : "This replaces the current value, which can’t be recovered."}
      submit="Save"
      {...form.saving}
      onSubmit={() => set.mutate({ params: { secret: name }, body: { value } })}
      onClose={onClose}
    >
      {known === null && (
        <TextField
          label="Name"
          hint="Nodes refer to the secret by this name. Use letters, digits, “_” and “-”."
          isMono
          autoComplete="off"
          required
          maxLength={64}
          pattern="[A-Za-z0-9_\-]+"
          {...form.text("name")}
        />
      )}
      <TextAreaField
        label="Value"
        isMono
        autoComplete="off"
        spellCheck={false}
        required
        maxLength={4096}
        {...form.text("value")}
      />
      <div className="flex flex-wrap items-center gap-2 text-sm text-muted">
        <Button size="small" onClick={() => form.set({ value: generateWebhookSecret() })}>
          Generate
        </Button>
        {known === webhookSecretName
          ? "Services that verify webhook signatures need the new value too."
          : "Creates a random key for signing webhooks."}
      </div>
    </FormDialog>
  );
}

const keyBytes = 32;

/** A new key in the format of Standard Webhooks, from the browser's random source. */
function generateWebhookSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(keyBytes));
  return `whsec_${btoa(String.fromCharCode(...bytes))}`;
}
