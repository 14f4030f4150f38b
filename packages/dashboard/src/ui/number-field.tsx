import { type ComponentProps, useEffect, useRef, useState } from "react";
import { readTypedNumber } from "../format/typed-number.ts";
import { TextField } from "./field.tsx";

interface NumberProps {
  /** The number as code writes it; "" if the field is empty. Text that is no number stays as it was typed. */
  readonly value: string;
  readonly onChange: (event: { readonly target: { readonly value: string } }) => void;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

/**
 * The props of an input for a number with decimals, and what is wrong with the typed text. A comma or a point may stand
 * before the decimals. The browser refuses to submit the form while the text is no number or outside the limits.
 */
function useNumberInput({ value, onChange, min, max }: NumberProps) {
  const ref = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  // A change from elsewhere replaces what was typed.
  const text = typed !== null && writtenOf(typed) === value ? typed : value;
  const read = readTypedNumber(text);
  const problem = read.kind === "unclear" ? read.problem : undefined;
  const invalid = problem ?? (read.kind === "number" ? beyond(read.value, min, max) : "");
  useEffect(() => ref.current?.setCustomValidity(invalid), [invalid]);
  const input = {
    ref,
    inputMode: "decimal",
    autoComplete: "off",
    value: text,
    onChange: ({ target }: { readonly target: { readonly value: string } }) => {
      setTyped(target.value);
      onChange({ target: { value: writtenOf(target.value) } });
    },
  } as const;
  return { input, problem };
}

/** A field for a number with decimals. */
export function NumberField({
  value,
  onChange,
  min,
  max,
  error,
  ...rest
}: Omit<ComponentProps<typeof TextField>, keyof NumberProps | "type"> & NumberProps) {
  const { input, problem } = useNumberInput({ value, onChange, min, max });
  return <TextField {...rest} {...input} error={problem ?? error} />;
}

/** Without a label of its own. Pass an aria-label. */
export function NumberInput({
  value,
  onChange,
  ...rest
}: Omit<ComponentProps<"input">, keyof NumberProps> & NumberProps) {
  const { input, problem } = useNumberInput({ value, onChange });
  return <input {...rest} {...input} aria-invalid={problem !== undefined} title={problem} />;
}

function writtenOf(typed: string): string {
  const read = readTypedNumber(typed);
  if (read.kind === "nothing") return "";
  return read.kind === "number" ? String(read.value) : typed;
}

function beyond(value: number, min: number | undefined, max: number | undefined): string {
  if (min !== undefined && value < min) return `Must be at least ${min}.`;
  return max !== undefined && value > max ? `Must be at most ${max}.` : "";
}
