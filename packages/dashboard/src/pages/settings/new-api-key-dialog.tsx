import { type Scope, scopeNotes } from "@weir/protocol/manage/access";
import { useChange } from "../../api/change.ts";
import { usePublicUrl, useSession } from "../../app/session.tsx";
import { numberOrNull } from "../../format/number-text.ts";
import { CodeBlock } from "../../ui/copy.tsx";
import { CheckboxField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { KeyExpiryField } from "../../ui/key-expiry-field.tsx";
import { NameField } from "../../ui/name-field.tsx";
import { useFields } from "../../ui/use-fields.ts";
import { ShownKeyDialog } from "./shown-key-dialog.tsx";

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

/** An example request for each scope, to try the key. */
const examplePaths: readonly (readonly [scope: Scope, path: string])[] = [
  ["devices:read", "devices"],
  ["operations:read", "alarms"],
  ["chains:read", "chains"],
  ["readings:read", "statistics"],
  ["account:read", "members"],
];

interface NewKey {
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** "" if the key never expires. */
  readonly days: string;
}

/** The last step shows the key. It is shown only once. */
export function NewApiKeyDialog({ onClose }: { readonly onClose: () => void }) {
  const accountUrl = `${usePublicUrl()}/api/manage/v1/accounts/${useSession().account.uuid}`;
  const create = useChange("createApiKey", { quiet: true, refreshes: ["listApiKeys", "listAudit"] });
  const form = useFields<NewKey>({ name: "", scopes: ["devices:read", "readings:read"], days: "90" }, create);
  const { name, scopes, days } = form.values;
  if (create.data !== undefined) {
    const example = examplePaths.find(([scope]) => scopes.includes(scope))?.[1];
    return (
      <ShownKeyDialog created={create.data} onClose={onClose}>
        {example !== undefined && (
          <CodeBlock
            isWrapped
            label="Example"
            code={`curl -sS ${accountUrl}/${example} \\\n  -H 'Authorization: Bearer ${create.data.key}'`}
          />
        )}
      </ShownKeyDialog>
    );
  }
  const toggle = (scope: Scope, isWanted: boolean) =>
    form.set({ scopes: isWanted ? [...scopes, scope] : scopes.filter((given) => given !== scope) });
  return (
    <FormDialog
      title="Create API key"
      submit="Create key"
      {...form.saving}
      isComplete={scopes.length > 0}
      onSubmit={() =>
        create.mutate({ body: { name, scopes: [...scopes], expires_in_days: numberOrNull(days) } })
      }
      onClose={onClose}
    >
      <NameField hint="What you’ll use it for, such as “Grafana”." required {...form.text("name")} />
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
      <KeyExpiryField {...form.text("days", "expires_in_days")} />
    </FormDialog>
  );
}
