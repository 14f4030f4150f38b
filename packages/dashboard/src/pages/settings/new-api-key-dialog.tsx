import type { Scope } from "@weir/protocol/manage/access";
import { useId, useState } from "react";
import { useChange } from "../../api/change.ts";
import { fieldMessage } from "../../api/problem.ts";
import { usePublicUrl } from "../../app/session.tsx";
import { Button } from "../../ui/button.tsx";
import { CodeBlock } from "../../ui/copy.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { CheckboxField, SelectField, TextField } from "../../ui/field.tsx";
import { FormFault } from "../../ui/form-fault.tsx";
import { Note } from "../../ui/states.tsx";
import { scopeWords } from "./scope-words.ts";

const expiries = [
  { value: "30", label: "in 30 days" },
  { value: "90", label: "in 90 days" },
  { value: "365", label: "in a year" },
  { value: "", label: "never" },
];

/** Ends on the key, which is shown this once. */
export function NewApiKeyDialog({
  isOpen,
  onClose,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  const formId = useId();
  const publicUrl = usePublicUrl();
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState<readonly Scope[]>(["devices:read", "readings:read"]);
  const [days, setDays] = useState("90");
  const create = useChange("createApiKey", { quiet: true, refreshes: ["listApiKeys", "listAudit"] });
  const close = () => {
    onClose();
    setName("");
    create.reset();
  };
  if (create.data !== undefined) {
    return (
      <Dialog
        isOpen={isOpen}
        onClose={close}
        title={`The key “${create.data.name}”`}
        actions={
          <Button look="primary" onClick={close}>
            I have kept it
          </Button>
        }
      >
        <div className="flex flex-col gap-4">
          <Note tone="warn">Copy it now. It is not shown again.</Note>
          <CodeBlock isWrapped label="Key" code={create.data.key} />
          <CodeBlock label="Example" code={exampleOf(create.data.key, publicUrl)} />
        </div>
      </Dialog>
    );
  }
  const toggle = (scope: Scope, isWanted: boolean) =>
    setScopes(isWanted ? [...scopes, scope] : scopes.filter((given) => given !== scope));
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title="Create an API key"
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button
            type="submit"
            form={formId}
            look="primary"
            isBusy={create.isPending}
            disabled={scopes.length === 0}
          >
            Create the key
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          const expiresInDays = days === "" ? null : Number(days);
          create.mutate({ body: { name, scopes: [...scopes], expires_in_days: expiresInDays } });
        }}
      >
        <TextField
          label="Name"
          hint="What it is for, such as “Grafana”."
          autoComplete="off"
          required
          maxLength={200}
          value={name}
          error={fieldMessage(create.error, "name")}
          onChange={(event) => setName(event.target.value)}
        />
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-2 text-sm font-medium">Allowed to</legend>
          {scopeWords.map(([scope, words]) => (
            <CheckboxField
              key={scope}
              label={
                <span className="font-normal">
                  {words} <code className="font-mono text-xs text-faint">{scope}</code>
                </span>
              }
              checked={scopes.includes(scope)}
              onChange={(event) => toggle(scope, event.target.checked)}
            />
          ))}
        </fieldset>
        <SelectField
          label="Expires"
          choices={expiries}
          value={days}
          error={fieldMessage(create.error, "expires_in_days")}
          onChange={(event) => setDays(event.target.value)}
        />
        <FormFault error={create.error} fields={["name", "expires_in_days"]} />
      </form>
    </Dialog>
  );
}

function exampleOf(key: string, publicUrl: string): string {
  return `curl -sS ${publicUrl}/api/manage/v1/accounts \\\n  -H 'Authorization: Bearer ${key}'`;
}
