import type { Owner } from "@weir/protocol/closed-sets";
import { useState } from "react";
import { useChange } from "../../api/change.ts";
import { fieldMessage } from "../../api/problem.ts";
import type { CallInput } from "../../api/route-types.ts";
import { choicesOf, SelectField, TextField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { channelKindLabels, type TargetField, type TypedKind, targetFields } from "./channel-words.ts";

type Target = CallInput<"createChannel">["body"]["target"];

const { push: _, ...typedKinds } = channelKindLabels;

/** Sets up a channel of the account or of the person. */
export function ChannelDialog({ owner, onClose }: { readonly owner: Owner; readonly onClose: () => void }) {
  const [kind, setKind] = useState<TypedKind>("mail");
  const [name, setName] = useState("");
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  const fields: readonly TargetField[] = targetFields[kind];
  const create = useChange("createChannel", {
    quiet: true,
    refreshes: ["listChannels", "listAudit"],
    onDone: onClose,
    said: ({ name: made }) => `“${made}” was created. Send a test to check that it works.`,
  });
  const save = () => {
    const given = fields.map(({ key }) => [key, texts[key]?.trim()] as const).filter(([, text]) => text);
    const target = { kind, ...Object.fromEntries(given) } as Target;
    create.mutate({ body: { owner, name, target } });
  };
  return (
    <FormDialog
      title={owner === "account" ? "New account channel" : "New personal channel"}
      submit="Create channel"
      isBusy={create.isPending}
      error={create.error}
      fields={["name", "target", ...fields.map(({ key }) => `target.${key}`)]}
      onSubmit={save}
      onClose={onClose}
    >
      <SelectField
        label="Kind"
        choices={choicesOf(typedKinds)}
        value={kind}
        onChange={({ target }) => setKind(target.value as TypedKind)}
      />
      <TextField
        label="Name"
        required
        maxLength={200}
        autoComplete="off"
        placeholder="e.g. Night shift"
        value={name}
        error={fieldMessage(create.error, "name")}
        onChange={({ target }) => setName(target.value)}
      />
      {fields.map(({ key, label, type, hint, example, isOptional = false }, index) => (
        <TextField
          key={`${kind} ${key}`}
          label={label}
          type={type}
          hint={hint}
          placeholder={example}
          isOptional={isOptional}
          required={!isOptional}
          autoComplete="off"
          value={texts[key] ?? ""}
          error={
            fieldMessage(create.error, `target.${key}`) ??
            (index === 0 ? fieldMessage(create.error, "target") : undefined)
          }
          onChange={({ target }) => setTexts({ ...texts, [key]: target.value })}
        />
      ))}
      <p className="text-sm text-muted">
        {kind === "mail"
          ? "If the address is not a member’s, we’ll ask for consent first."
          : "URLs and tokens are stored encrypted and are never shown again."}
      </p>
    </FormDialog>
  );
}
