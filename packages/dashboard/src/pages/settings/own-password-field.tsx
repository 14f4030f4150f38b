import { TextField } from "../../ui/field.tsx";

/** Asks for the password, which somebody who found the screen unlocked does not know. */
export function OwnPasswordField({
  value,
  onChange,
  error,
  isFirst = false,
}: {
  readonly value: string;
  readonly onChange: (password: string) => void;
  readonly error: string | undefined;
  /** Whether the form has just opened and this field gets the focus. */
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
