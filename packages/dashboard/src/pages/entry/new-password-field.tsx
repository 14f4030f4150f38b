import {
  type PasswordHolder,
  passwordMinLength,
  whyGuessable,
} from "@weir/protocol/manage/guessable-password";
import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { plural } from "../../format/number.ts";
import { IconButton } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { Field, inputClass } from "../../ui/field.tsx";

/**
 * A password that is being chosen: it can be looked at, so that it need not be typed twice. What the server would refuse
 * as too easy to guess is told here, and not sent.
 */
export function NewPasswordField({
  label = "Password",
  holder,
  value,
  onChange,
  error,
}: {
  readonly label?: string;
  /** Whose it will be, as far as the page knows. */
  readonly holder?: PasswordHolder;
  readonly value: string;
  readonly onChange: (password: string) => void;
  readonly error?: string | undefined;
}) {
  const [isShown, setIsShown] = useState(false);
  const missing = passwordMinLength - value.length;
  const guessable = missing > 0 ? null : whyGuessable(value, holder);
  const hint =
    value !== "" && missing > 0
      ? `${plural(missing, "more character", "more characters")} to go.`
      : "Ten characters or more, best a few words.";
  return (
    <Field label={label} hint={hint} error={guessable ?? error}>
      {(ids) => (
        <div className="relative">
          <input
            {...ids}
            // The browser keeps the form from being sent, as with passwords that are too short.
            ref={(input) => input?.setCustomValidity(guessable ?? "")}
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
