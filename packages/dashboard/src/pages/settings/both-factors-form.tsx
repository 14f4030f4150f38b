import type { ReactNode } from "react";
import type { CallInput } from "../../api/route-types.ts";
import { TextField } from "../../ui/field.tsx";
import { useFields } from "../../ui/use-fields.ts";
import { CardForm } from "./card-form.tsx";
import { OwnPasswordField } from "./own-password-field.tsx";

type BothFactors = CallInput<"disableTotp">["body"];

/** Requires both the password and a code, which somebody who found the screen unlocked does not have. */
export function BothFactorsForm({
  submit,
  look,
  isBusy,
  error,
  onSubmit,
  onCancel,
  children,
}: {
  readonly submit: string;
  readonly look?: "primary" | "danger";
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly onSubmit: (factors: BothFactors) => void;
  readonly onCancel: () => void;
  /** Explains what will happen. */
  readonly children: ReactNode;
}) {
  const form = useFields({ password: "", code: "" }, { isPending: isBusy, error });
  const { password, code } = form.values;
  return (
    <CardForm
      submit={submit}
      {...(look ? { look } : {})}
      {...form.saving}
      onSubmit={() => onSubmit({ password, ...factorOf(code) })}
      onCancel={onCancel}
    >
      <p className="text-sm text-muted">{children}</p>
      <OwnPasswordField autoFocus {...form.text("password")} />
      <TextField
        label="Code"
        hint="From your authenticator app, or a recovery code."
        isMono
        autoComplete="one-time-code"
        required
        minLength={6}
        maxLength={40}
        {...form.text("code", "totp")}
        error={form.problem("totp") ?? form.problem("recovery_code")}
      />
    </CardForm>
  );
}

/** Codes of the authenticator have six digits. Recovery codes look different. */
function factorOf(code: string): { totp: string } | { recovery_code: string } {
  const digits = code.replaceAll(" ", "");
  return /^\d{6}$/.test(digits) ? { totp: digits } : { recovery_code: code.trim() };
}
