import { type ReactNode, useState } from "react";
import { readTypedNumber } from "../../../format/typed-number.ts";
import { TextField } from "../../../ui/field.tsx";

/**
 * A number, which stands as it is typed for as long as somebody types. What is no number becomes the setting all the
 * same, as text: so it stays with its node, and is a problem that has to be mended before the chain can be published.
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
  /** A number, or the text that is none; undefined where there is neither. */
  readonly value: unknown;
  /** Counts where there is neither. */
  readonly fallback: number | undefined;
  readonly onChange: (value: number | string | undefined) => void;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  // Emptied, it is empty: only what was never set is what counts else.
  const emptied = fallback === undefined ? undefined : "";
  const settingOf = (text: string) => {
    const number = readTypedNumber(text);
    if (number.kind === "number") return number.value;
    return number.kind === "nothing" ? emptied : text;
  };
  // Changed from elsewhere, for example by undoing, it is no longer what was typed.
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
