import { type Scope, scopeNotes } from "@weir/protocol/manage/access";
import { useState } from "react";
import { useChange } from "../../api/change.ts";
import { fieldMessage } from "../../api/problem.ts";
import { usePublicUrl, useSession } from "../../app/session.tsx";
import { CodeBlock } from "../../ui/copy.tsx";
import { CheckboxField, SelectField, TextField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { Note } from "../../ui/states.tsx";
import { ShownDialog } from "./shown-dialog.tsx";

/** The scopes of an API key, in words, in the order of the form. */
const scopeWords: readonly (readonly [scope: Scope, words: string])[] = [
  ["devices:read", "See devices, sensors and groups"],
  ["devices:write", "Create and change devices, sensors and groups"],
  ["readings:read", "Read, chart and export readings"],
  ["readings:write", "Import, annotate and delete readings"],
  ["chains:read", "See rule chains and traces"],
  ["chains:write", "Change and publish rule chains"],
  ["operations:read", "See alarms, dead letters, outbox and activity"],
  ["operations:write", "Acknowledge alarms, retry messages, resubmit readings"],
  ["boards:read", "See the boards and saved charts of the account"],
  ["boards:write", "Create and change the boards and saved charts of the account"],
  ["account:read", "See the account, its members and its audit log"],
  ["system:read", "See the status of the whole installation"],
];

const expiries = [
  { value: "30", label: "In 30 days" },
  { value: "90", label: "In 90 days" },
  { value: "365", label: "In a year" },
  { value: "", label: "Never" },
];

/** An example request for each scope, to try the key. */
const examplePaths: readonly (readonly [scope: Scope, path: string])[] = [
  ["devices:read", "devices"],
  ["operations:read", "alarms"],
  ["chains:read", "chains"],
  ["readings:read", "statistics"],
  ["account:read", "members"],
];

/** The last step shows the key. It is shown only once. */
export function NewApiKeyDialog({ onClose }: { readonly onClose: () => void }) {
  const accountUrl = `${usePublicUrl()}/api/manage/v1/accounts/${useSession().account.uuid}`;
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState<readonly Scope[]>(["devices:read", "readings:read"]);
  const [days, setDays] = useState("90");
  const create = useChange("createApiKey", { quiet: true, refreshes: ["listApiKeys", "listAudit"] });
  if (create.data !== undefined) {
    const example = examplePaths.find(([scope]) => scopes.includes(scope))?.[1];
    return (
      <ShownDialog isShownOnce title={`The key “${create.data.name}”`} done="I’ve saved it" onClose={onClose}>
        <Note tone="warn">Copy the key now. You won’t be able to see it again.</Note>
        <CodeBlock isWrapped label="Key" code={create.data.key} />
        {example !== undefined && (
          <CodeBlock
            isWrapped
            label="Example"
            code={`curl -sS ${accountUrl}/${example} \\\n  -H 'Authorization: Bearer ${create.data.key}'`}
          />
        )}
      </ShownDialog>
    );
  }
  const toggle = (scope: Scope, isWanted: boolean) =>
    setScopes(isWanted ? [...scopes, scope] : scopes.filter((given) => given !== scope));
  return (
    <FormDialog
      title="Create API key"
      submit="Create key"
      isBusy={create.isPending}
      isComplete={scopes.length > 0}
      error={create.error}
      fields={["name", "expires_in_days"]}
      onSubmit={() => {
        const expiresInDays = days === "" ? null : Number(days);
        create.mutate({ body: { name, scopes: [...scopes], expires_in_days: expiresInDays } });
      }}
      onClose={onClose}
    >
      <TextField
        label="Name"
        hint="What you’ll use it for, such as “Grafana”."
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
            hint={scopes.includes(scope) ? scopeNotes[scope] : undefined}
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
    </FormDialog>
  );
}
