import { useEffect, useId, useRef, useState } from "react";
import { useChange } from "../api/change.ts";
import { fieldMessage } from "../api/problem.ts";
import { useCall } from "../api/queries.ts";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import { Form } from "../ui/form.tsx";
import { FormFault } from "../ui/form-fault.tsx";
import { useFocusBack } from "../ui/use-focus-back.ts";

export interface ProofQuestionProps {
  readonly onSettled: (isProved: boolean) => void;
  /** The same as not proved. */
  readonly onClose: () => void;
}

/** A native dialog appears above a dialog of the page, which stays open with everything typed into it. */
export function ProofQuestion({ onSettled, onClose }: ProofQuestionProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const hasTotp = useCall("showSession", {}, { staleTime: 60_000 }).data?.user.totp === true;
  const [isCode, setIsCode] = useState(false);
  const [text, setText] = useState("");
  const give = useChange("giveProof", { quiet: true, onDone: () => onSettled(true) });
  useFocusBack();
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      // The page's own dialogs listen on the whole document and must not handle these keys.
      onKeyDown={(event) => event.stopPropagation()}
      className="m-auto w-[calc(100vw-2rem)] max-w-sm rounded-lg border border-line bg-raised text-text shadow-(--shadow) backdrop:bg-black/40"
    >
      <Form
        className="flex flex-col gap-4 p-5"
        onSubmit={() =>
          give.mutate({ body: isCode ? { totp: text.replaceAll(" ", "") } : { password: text } })
        }
      >
        <div className="flex flex-col gap-1">
          <h2 id={titleId} className="text-lg font-semibold">
            Confirm it’s you
          </h2>
          <p className="text-sm text-muted">
            {isCode
              ? "Enter a code from your authenticator app to continue."
              : "Enter your password to continue."}{" "}
            We won’t ask again for 15 minutes.
          </p>
        </div>
        <TextField
          key={isCode ? "code" : "password"}
          label={isCode ? "Code from your authenticator app" : "Your password"}
          type={isCode ? "text" : "password"}
          isMono={isCode}
          inputMode={isCode ? "numeric" : "text"}
          autoComplete={isCode ? "one-time-code" : "current-password"}
          required
          autoFocus
          minLength={isCode ? 6 : 1}
          maxLength={isCode ? 10 : 200}
          value={text}
          error={fieldMessage(give.error, isCode ? "totp" : "password")}
          onChange={(event) => setText(event.target.value)}
        />
        <FormFault error={give.error} fields={["password", "totp"]} />
        {hasTotp && (
          <Button
            look="quiet"
            className="-my-2 -ml-2 self-start"
            onClick={() => {
              setIsCode(!isCode);
              setText("");
              give.reset();
            }}
          >
            {isCode ? "Use your password" : "Use a code"}
          </Button>
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={give.isPending}>
            Continue
          </Button>
        </div>
      </Form>
    </dialog>
  );
}
