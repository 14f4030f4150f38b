import type { Owner } from "@weir/protocol/closed-sets";
import { useChange } from "../../api/change.ts";
import type { CallInput } from "../../api/route-types.ts";
import { choicesOf, SelectField, TextField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { NameField } from "../../ui/name-field.tsx";
import { useFields } from "../../ui/use-fields.ts";
import { channelKindLabels, type TargetField, type TypedKind, targetFields } from "./channel-words.ts";

type Target = CallInput<"createChannel">["body"]["target"];

const { push: _, ...typedKinds } = channelKindLabels;

interface TypedChannel {
  readonly kind: TypedKind;
  readonly name: string;
  /** The fields of the target, of whichever kind they were typed for. */
  readonly texts: Readonly<Record<string, string>>;
}

const nothingTyped: TypedChannel = { kind: "mail", name: "", texts: {} };

/** Sets up a channel of the account or of the person. */
export function ChannelDialog({ owner, onClose }: { readonly owner: Owner; readonly onClose: () => void }) {
  const create = useChange("createChannel", {
    quiet: true,
    refreshes: ["listChannels", "listAudit"],
    onDone: onClose,
    said: ({ name: made }) => `“${made}” was created. Send a test to check that it works.`,
  });
  const form = useFields(nothingTyped, create);
  const { kind, name, texts } = form.values;
  const fields: readonly TargetField[] = targetFields[kind];
  const save = () => {
    const given = fields.map(({ key }) => [key, texts[key]?.trim()] as const).filter(([, text]) => text);
    const target = { kind, ...Object.fromEntries(given) } as Target;
    create.mutate({ body: { owner, name, target } });
  };
  return (
    <FormDialog
      title={owner === "account" ? "New account channel" : "New personal channel"}
      submit="Create channel"
      {...form.saving}
      onSubmit={save}
      onClose={onClose}
    >
      <SelectField label="Kind" choices={choicesOf(typedKinds)} {...form.text("kind")} />
      <NameField required placeholder="e.g. Night shift" {...form.text("name")} />
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
          error={form.problem(`target.${key}`) ?? (index === 0 ? form.problem("target") : undefined)}
          onChange={({ target }) => form.set({ texts: { ...texts, [key]: target.value } })}
        />
      ))}
      <p className="text-sm text-muted">
        {kind === "mail"
          ? "If the address doesn’t belong to a member, we’ll ask the recipient for consent first."
          : "URLs and tokens are stored encrypted and are never shown again."}
      </p>
    </FormDialog>
  );
}
