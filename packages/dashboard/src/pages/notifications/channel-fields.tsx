import type { BoundFields } from "../../ui/bind-fields.ts";
import { TextField } from "../../ui/field.tsx";
import { NameField } from "../../ui/name-field.tsx";
import { type TargetField, targetFields } from "./channel-words.ts";
import type { TypedChannel } from "./typed-channel.ts";

/** The name of a new channel, and where its messages go. */
export function ChannelFields({
  form,
  nameLabel = "Name",
}: {
  readonly form: BoundFields<TypedChannel>;
  readonly nameLabel?: string;
}) {
  const { kind, texts } = form.values;
  const fields: readonly TargetField[] = targetFields[kind];
  return (
    <>
      <NameField label={nameLabel} required placeholder="e.g. Night shift" {...form.text("name")} />
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
    </>
  );
}
