import { useChange } from "../../api/change.ts";
import { CopyText } from "../../ui/copy.tsx";
import { TextField } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { FormEnd } from "../../ui/form-buttons.tsx";
import { FormFault } from "../../ui/form-fault.tsx";
import { QrCode } from "../../ui/qr-code.tsx";
import { useFields } from "../../ui/use-fields.ts";
import { CardForm } from "./card-form.tsx";
import { OwnPasswordField } from "./own-password-field.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";

/** Asks for the password, shows the QR code, checks a first code, and shows the recovery codes once. */
export function TwoStepSetUp({ onClose }: { readonly onClose: (isOn: boolean) => void }) {
  const cancel = () => onClose(false);
  const start = useChange("startTotp", { quiet: true });
  const confirm = useChange("confirmTotp", { quiet: true, refreshes: ["showSession", "listOwnAudit"] });
  if (confirm.data !== undefined)
    return (
      <RecoveryCodes
        news="Two-step sign-in is on."
        codes={confirm.data.recovery_codes}
        onClose={() => onClose(true)}
      />
    );
  if (start.data === undefined) {
    return (
      <PasswordStep
        error={start.error}
        isBusy={start.isPending}
        onPassword={(password) => start.mutate({ body: { password } })}
        onClose={cancel}
      />
    );
  }
  return (
    <CodeStep
      {...start.data}
      error={confirm.error}
      isBusy={confirm.isPending}
      onCode={(code) => confirm.mutate({ body: { code } })}
      onClose={cancel}
    />
  );
}

interface StepProps {
  readonly error: unknown;
  readonly isBusy: boolean;
  readonly onClose: () => void;
}

function PasswordStep({
  error,
  isBusy,
  onPassword,
  onClose,
}: StepProps & { readonly onPassword: (password: string) => void }) {
  const form = useFields({ password: "" }, { isPending: isBusy, error });
  return (
    <CardForm
      submit="Next"
      {...form.saving}
      onSubmit={() => onPassword(form.values.password)}
      onCancel={onClose}
    >
      <OwnPasswordField autoFocus {...form.text("password")} />
    </CardForm>
  );
}

function CodeStep({
  secret,
  uri,
  error,
  isBusy,
  onCode,
  onClose,
}: StepProps & {
  readonly secret: string;
  readonly uri: string;
  readonly onCode: (code: string) => void;
}) {
  const form = useFields({ code: "" }, { isPending: isBusy, error });
  return (
    <Form className="flex flex-wrap gap-6" onSubmit={() => onCode(form.values.code.replaceAll(" ", ""))}>
      <QrCode text={uri} label="QR code for your authenticator" />
      <div className="flex min-w-60 flex-1 flex-col gap-4">
        <div className="text-sm">
          <p>Scan this with your authenticator app. If you can’t scan it, enter this key:</p>
          <CopyText text={secret} />
        </div>
        <TextField
          label="Code from the app"
          className="max-w-60"
          isMono
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          autoFocus
          minLength={6}
          maxLength={10}
          {...form.text("code")}
        />
        <FormFault {...form.saving} />
        <FormEnd submit="Turn on" isBusy={isBusy} cancel={onClose} />
      </div>
    </Form>
  );
}
