import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { IconButton } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { Field, inputClass } from "../../ui/field.tsx";

export const passwordMinLength = 10;

/** A password that is being chosen: it can be looked at, so that it need not be typed twice. */
export function NewPasswordField({
  label = "Password",
  value,
  onChange,
  error,
}: {
  readonly label?: string;
  readonly value: string;
  readonly onChange: (password: string) => void;
  readonly error?: string | undefined;
}) {
  const [isShown, setIsShown] = useState(false);
  const missing = passwordMinLength - value.length;
  const hint =
    value !== "" && missing > 0
      ? `${missing} more ${missing === 1 ? "character" : "characters"} to go.`
      : "Ten characters or more. A few words in a row are good.";
  return (
    <Field label={label} hint={hint} error={error}>
      {(ids) => (
        <div className="relative">
          <input
            {...ids}
            type={isShown ? "text" : "password"}
            autoComplete="new-password"
            required
            minLength={passwordMinLength}
            maxLength={200}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            className={cx(inputClass, "pr-9")}
          />
          <IconButton
            label={isShown ? "Hide password" : "Show password"}
            aria-pressed={isShown}
            className="absolute top-0 right-0"
            onClick={() => setIsShown(!isShown)}
          >
            {isShown ? <EyeOff size={15} aria-hidden /> : <Eye size={15} aria-hidden />}
          </IconButton>
        </div>
      )}
    </Field>
  );
}
