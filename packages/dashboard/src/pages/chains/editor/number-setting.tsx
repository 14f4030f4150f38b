import { useState } from "react";
import { TextField } from "../../../ui/field.tsx";

/** A number as it is typed: what is no number yet, such as a lone minus, stays to be finished. */
export function NumberSetting({
  value,
  onChange,
  ...rest
}: {
  readonly label: string;
  readonly hint?: React.ReactNode;
  readonly error?: string | undefined;
  readonly isOptional?: boolean;
  readonly disabled?: boolean;
  readonly placeholder?: string | undefined;
  readonly value: number | null;
  readonly onChange: (value: number | null) => void;
}) {
  const [text, setText] = useState(value === null ? "" : String(value));
  const typed = parsed(text);
  // Changed from elsewhere, for example by undoing.
  if (typed !== undefined && typed !== value) setText(value === null ? "" : String(value));
  return (
    <TextField
      {...rest}
      error={typed === undefined ? "Must be a number" : rest.error}
      inputMode="decimal"
      autoComplete="off"
      value={text}
      onChange={(event) => {
        setText(event.target.value);
        const given = parsed(event.target.value);
        if (given !== undefined) onChange(given);
      }}
    />
  );
}

/** Null for nothing, undefined for what is no number. */
function parsed(text: string): number | null | undefined {
  if (text.trim() === "") return null;
  const given = Number(text.replace(",", "."));
  return Number.isFinite(given) ? given : undefined;
}
