import { Link } from "@tanstack/react-router";
import { KeyRound } from "lucide-react";
import { type ReactNode, useId } from "react";
import { useCall } from "../../../api/queries.ts";
import { Button } from "../../../ui/button.tsx";
import { CheckboxField, SelectField, TextAreaField, TextField } from "../../../ui/field.tsx";
import { Menu } from "../../../ui/menu.tsx";
import type { Field, SimpleField } from "../model/node-config.ts";
import { ExpressionField } from "./expression/expression-field.tsx";
import { HelpText } from "./help-text.tsx";
import { NumberSetting } from "./number-setting.tsx";

/** The key that signs the account's webhooks proves who sent them only as long as it is not sent along. */
const signingSecret = "webhook";

/** Offers the account's secrets where a text may refer to them, so that nobody has to know how that is written. */
function InsertSecret({ onInsert }: { readonly onInsert: (reference: string) => void }) {
  const secrets = useCall("listSecrets", {});
  const names = secrets.data?.items.map(({ name }) => name).filter((name) => name !== signingSecret) ?? [];
  if (names.length === 0) {
    return (
      <Link to="/settings/secrets" className="self-start text-sm text-accent hover:underline">
        New secret…
      </Link>
    );
  }
  return (
    <Menu
      trigger={
        <Button size="small" className="self-start" icon={<KeyRound size={14} aria-hidden />}>
          Insert secret
        </Button>
      }
      entries={names.map((name) => ({ label: name, onSelect: () => onInsert(`{{secret.${name}}}`) }))}
    />
  );
}

export interface SettingProps<Kind extends Field = SimpleField> {
  readonly field: Kind;
  readonly nodeType: string;
  /** Undefined if it is not set. */
  readonly value: unknown;
  readonly error: string | undefined;
  readonly isReadOnly: boolean;
  /** Undefined removes the setting. */
  readonly onChange: (value: unknown) => void;
}

/** The form of one setting of a node, by its kind. */
export function SimpleSetting({ field, nodeType, value, error, isReadOnly, onChange }: SettingProps) {
  const id = useId();
  const hint = field.help === undefined ? undefined : <HelpText text={field.help} />;
  const shape = { label: labelOf(field), ...optionally({ hint }), error, disabled: isReadOnly };
  switch (field.kind) {
    case "number":
      return (
        <NumberSetting
          {...shape}
          isOptional={field.optional}
          value={value ?? undefined}
          fallback={field.default}
          onChange={onChange}
        />
      );
    case "text": {
      const Input = field.multiline ? TextAreaField : TextField;
      const given = typeof value === "string" ? value : (field.default ?? "");
      const input = (
        <Input
          {...shape}
          isOptional={field.optional}
          maxLength={field.max_length}
          autoComplete="off"
          value={given}
          onChange={(event: { target: { value: string } }) => onChange(textOr(field, event.target.value))}
        />
      );
      if (!field.takes_secrets || isReadOnly) return input;
      return (
        <div className="flex flex-col gap-1.5">
          {input}
          <InsertSecret onInsert={(reference) => onChange(given + reference)} />
        </div>
      );
    }
    case "choice":
      return (
        <SelectField
          {...shape}
          isOptional={field.optional}
          choices={[
            ...(field.optional || field.default === undefined ? [{ value: "", label: "Choose…" }] : []),
            ...field.options,
          ]}
          value={typeof value === "string" ? value : (field.default ?? "")}
          onChange={(event) => onChange(event.target.value === "" ? undefined : event.target.value)}
        />
      );
    case "flag":
      return (
        <div>
          <CheckboxField
            label={field.label}
            {...optionally({ hint })}
            disabled={isReadOnly}
            checked={typeof value === "boolean" ? value : field.default}
            onChange={(event) => onChange(event.target.checked)}
          />
          {error !== undefined && <p className="mt-1 text-sm text-bad">{error}</p>}
        </div>
      );
    case "expression":
      return (
        <ExpressionField
          id={id}
          nodeType={nodeType}
          error={error}
          isReadOnly={isReadOnly}
          label={field.label}
          help={field.help}
          result={field.result}
          value={typeof value === "string" ? value : (field.default ?? "")}
          onChange={onChange}
        />
      );
  }
}

function labelOf(field: SimpleField): string {
  return field.kind === "number" && field.unit !== undefined ? `${field.label} (${field.unit})` : field.label;
}

/** An empty optional text is removed, unless it has a default, which the empty text overrides. */
function textOr(field: Extract<SimpleField, { kind: "text" }>, text: string): string | undefined {
  return text === "" && field.optional && field.default === undefined ? undefined : text;
}

function optionally({ hint }: { readonly hint: ReactNode | undefined }): { hint?: ReactNode } {
  return hint === undefined ? {} : { hint };
}
