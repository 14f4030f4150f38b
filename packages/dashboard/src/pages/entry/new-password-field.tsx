import { passwordMaxLength, passwordMinLength } from "@weir/protocol/manage/password-length";
import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { plural } from "../../format/number.ts";
import { IconButton } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { Field, inputClass } from "../../ui/field.tsx";
import { type PasswordHolder, usePasswordVerdict } from "./use-password-verdict.ts";

const words = ["Very weak", "Weak", "Not strong enough", "Strong", "Very strong"] as const;
const colours = ["bg-bad", "bg-bad", "bg-warn", "bg-ok", "bg-ok"] as const;

/** The strength of a password, from 0 to 4, as four bars and a word. */
function PasswordMeter({ score }: { readonly score: number }) {
  const word = words[score] ?? "";
  return (
    <div className="flex items-center gap-2">
      <div className="grid flex-1 grid-cols-4 gap-1" aria-hidden>
        {[1, 2, 3, 4].map((bar) => (
          <span key={bar} className={cx("h-1 rounded-full", bar <= score ? colours[score] : "bg-line")} />
        ))}
      </div>
      <output className="text-xs text-muted">{word}</output>
    </div>
  );
}

/**
 * The field for a new password. The text can be shown, so that it need not be typed twice. The server rates the
 * password during typing, and a password that it would refuse is not sent.
 */
export function NewPasswordField({
  label = "Password",
  holder = {},
  value,
  onChange,
  error,
}: {
  readonly label?: string;
  /** The person whose password it will be, as far as the page knows. */
  readonly holder?: PasswordHolder;
  readonly value: string;
  readonly onChange: (password: string) => void;
  readonly error?: string | undefined;
}) {
  const [isShown, setIsShown] = useState(false);
  const missing = passwordMinLength - [...value].length;
  const verdict = usePasswordVerdict(value, missing <= 0, holder);
  const objection = verdict?.advice ?? undefined;
  const hint =
    value !== "" && missing > 0
      ? `${plural(missing, "more character", "more characters")} to go.`
      : `At least ${passwordMinLength} characters. A few unrelated words work well.`;
  return (
    <Field label={label} hint={hint} error={objection ?? error}>
      {(ids) => (
        <div className="flex flex-col gap-1.5">
          <div className="relative">
            <input
              {...ids}
              // The browser then does not submit the form, as with passwords that are too short.
              ref={(input) => input?.setCustomValidity(objection ?? "")}
              type={isShown ? "text" : "password"}
              autoComplete="new-password"
              required
              minLength={passwordMinLength}
              maxLength={passwordMaxLength}
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
          {verdict !== undefined && <PasswordMeter score={verdict.score} />}
        </div>
      )}
    </Field>
  );
}
