import { TextField } from "../../ui/field.tsx";

/** Whoever only found the screen unlocked does not know it. */
export function OwnPasswordField({
  value,
  onChange,
  error,
  isFirst = false,
}: {
  readonly value: string;
  readonly onChange: (password: string) => void;
  readonly error: string | undefined;
  /** The form has just opened, and this is where it begins. */
  readonly isFirst?: boolean;
}) {
  return (
    <TextField
      label="Your password"
      type="password"
      autoComplete="current-password"
      hint="To confirm it’s you."
      required
      autoFocus={isFirst}
      value={value}
      error={error}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
