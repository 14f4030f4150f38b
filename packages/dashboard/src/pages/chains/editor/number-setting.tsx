import { type ReactNode, useState } from "react";
import { readTypedNumber } from "../../../format/typed-number.ts";
import { TextField } from "../../../ui/field.tsx";

/**
 * A number, shown as it was typed. Text that is not a number becomes the setting as well, so that it stays with its node
 * as a problem that has to be fixed before the chain can be published.
 */
export function NumberSetting({
  value,
  fallback,
  onChange,
  ...rest
}: {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly isOptional?: boolean;
  readonly disabled?: boolean;
  /** A number, or text that is not a number; undefined if it is not set. */
  readonly value: unknown;
  /** Applies if nothing is set. */
  readonly fallback: number | undefined;
  readonly onChange: (value: number | string | undefined) => void;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  // An emptied field is empty; the fallback applies only to a setting that was never set.
  const emptied = fallback === undefined ? undefined : "";
  const settingOf = (text: string) => {
    const number = readTypedNumber(text);
    if (number.kind === "number") return number.value;
    return number.kind === "nothing" ? emptied : text;
  };
  // A change from elsewhere, such as undo, replaces what was typed.
  const text = typed !== null && settingOf(typed) === value ? typed : String(value ?? fallback ?? "");
  const number = readTypedNumber(text);
  return (
    <TextField
      {...rest}
      error={number.kind === "unclear" ? number.problem : value === "" ? "Required" : rest.error}
      inputMode="decimal"
      autoComplete="off"
      value={text}
      onChange={(event) => {
        setTyped(event.target.value);
        onChange(settingOf(event.target.value));
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
