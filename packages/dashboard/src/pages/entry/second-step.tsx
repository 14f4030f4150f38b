import { useState } from "react";
import { isProblem } from "../../api/problem.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { EntrySubmit } from "./entry-submit.tsx";

/** The code of the authenticator, or, when that is lost, one of the recovery codes. */
export function SecondStep({
  error,
  isBusy,
  onCode,
  onBack,
}: {
  readonly error: unknown;
  readonly isBusy: boolean;
  readonly onCode: (factor: { totp?: string; recovery_code?: string }) => void;
  readonly onBack: () => void;
}) {
  const isLocked = isProblem(error, "second_factor_locked");
  const [isChosen, setIsLost] = useState(false);
  const isLost = isChosen || isLocked;
  const [code, setCode] = useState("");
  const field = isLost
    ? { label: "Recovery code", hint: "One of those you kept. Each works once." }
    : { label: "Code from your authenticator", hint: "Six digits, new every 30 seconds." };
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
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
            Reset your password by mail
          </ButtonLink>
        ) : (
          <Button
            look="quiet"
            onClick={() => {
              setIsLost(!isLost);
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
    </form>
  );
}
