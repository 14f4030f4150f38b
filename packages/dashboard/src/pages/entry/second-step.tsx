import { useEffect, useState } from "react";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { EntrySubmit } from "./entry-submit.tsx";

/** Asks for the code of the authenticator, or for a recovery code if that is lost or refused. */
export function SecondStep({
  isLocked,
  error,
  isBusy,
  onCode,
  onBack,
}: {
  /** Whether codes are refused because too many were wrong. */
  readonly isLocked: boolean;
  readonly error: unknown;
  readonly isBusy: boolean;
  readonly onCode: (factor: { totp?: string; recovery_code?: string }) => void;
  readonly onBack: () => void;
}) {
  const [isChosen, setIsChosen] = useState(false);
  const isLost = isChosen || isLocked;
  const [code, setCode] = useState("");
  // The text that was typed before is not a recovery code.
  useEffect(() => {
    if (isLocked) setCode("");
  }, [isLocked]);
  const field = isLost
    ? { label: "Recovery code", hint: "One of the codes you saved. Each works once." }
    : { label: "Code from your authenticator app", hint: "Six digits that change every 30 seconds." };
  return (
    <Form
      onSubmit={() => {
        const given = code.trim();
        onCode(isLost ? { recovery_code: given } : { totp: given.replaceAll(" ", "") });
      }}
    >
      <TextField
        key={field.label}
        {...field}
        isMono
        name={isLost ? "recovery-code" : "totp"}
        autoComplete={isLost ? "off" : "one-time-code"}
        inputMode={isLost ? "text" : "numeric"}
        minLength={isLost ? 16 : 6}
        maxLength={isLost ? 40 : 10}
        required
        autoFocus
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      <EntrySubmit label="Sign in" error={error} isBusy={isBusy} />
      <div className="flex flex-col items-stretch gap-1">
        {isLocked ? (
          <ButtonLink to="/forgot-password" look="quiet">
            Reset your password by email
          </ButtonLink>
        ) : (
          <Button
            look="quiet"
            onClick={() => {
              setIsChosen(!isChosen);
              setCode("");
            }}
          >
            {isLost ? "Use the authenticator" : "Use a recovery code"}
          </Button>
        )}
        <Button look="quiet" onClick={onBack}>
          Back
        </Button>
      </div>
    </Form>
  );
}
