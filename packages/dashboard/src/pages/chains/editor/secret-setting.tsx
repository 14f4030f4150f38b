import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { useCall } from "../../../api/queries.ts";
import { SelectField, TextField } from "../../../ui/field.tsx";
import type { Field, SimpleField } from "../model/node-config.ts";
import { HelpText } from "./help-text.tsx";
import type { SettingProps } from "./simple-setting.tsx";

type TextSetting = Extract<SimpleField, { kind: "text" }>;

/** Nodes name the account’s secrets and never contain them. The names of such settings end in "secret". */
export function isSecretName(field: Field): field is TextSetting {
  return field.kind === "text" && /secret$/i.test(field.name);
}

const otherName = "\u0000other";

/** Chooses one of the account's secrets, or takes the name of one that will be created later. */
export function SecretSetting({ field, value, error, isReadOnly, onChange }: SettingProps<TextSetting>) {
  const secrets = useCall("listSecrets", {});
  const [isTyped, setIsTyped] = useState(false);
  const given = typeof value === "string" ? value : (field.default ?? "");
  const known = secrets.data?.items.map(({ name }) => name) ?? [];
  const isMissing = secrets.data !== undefined && given !== "" && !known.includes(given);
  const shape = { label: field.label, error, disabled: isReadOnly, isOptional: field.optional };
  const give = (name: string) => onChange(name === "" && field.optional ? undefined : name);
  const hint = (
    <SecretHint isMissing={isMissing} isReadOnly={isReadOnly}>
      {field.help !== undefined && <HelpText text={field.help} />}
    </SecretHint>
  );
  if (isTyped || secrets.isError) {
    return (
      <TextField
        {...shape}
        hint={hint}
        isMono
        // The focus continues here after the choice.
        autoFocus={isTyped}
        autoComplete="off"
        spellCheck={false}
        maxLength={field.max_length}
        value={given}
        onChange={(event) => give(event.target.value)}
        onBlur={() => setIsTyped(false)}
      />
    );
  }
  return (
    <SelectField
      {...shape}
      hint={hint}
      value={given}
      choices={[
        ...(field.optional || given === ""
          ? [{ value: "", label: field.optional ? "None" : "Choose…" }]
          : []),
        ...known.map((name) => ({ value: name, label: name })),
        ...(given !== "" && !known.includes(given) ? [{ value: given, label: given }] : []),
        { value: otherName, label: "Type a name…" },
      ]}
      onChange={(event) => {
        if (event.target.value === otherName) setIsTyped(true);
        else give(event.target.value);
      }}
    />
  );
}

function SecretHint({
  isMissing,
  isReadOnly,
  children,
}: {
  readonly isMissing: boolean;
  readonly isReadOnly: boolean;
  readonly children: ReactNode;
}) {
  return (
    <>
      {isMissing ? <span className="text-warn">No secret has this name yet.</span> : children}{" "}
      {!isReadOnly && (
        <Link to="/settings/secrets" className="text-accent hover:underline">
          New secret…
        </Link>
      )}
    </>
  );
}
