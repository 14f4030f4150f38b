import { useEffect, useId, useRef, useState, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { openQuestion, whenQuestionChanges } from "../api/ask-for-proof.ts";
import { useChange } from "../api/change.ts";
import { fieldMessage } from "../api/problem.ts";
import { useCall } from "../api/queries.ts";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import { Form } from "../ui/form.tsx";
import { FormFault } from "../ui/form-fault.tsx";
import { useFocusBack } from "../ui/use-focus-back.ts";

/** Asks for a password or code when a call needs a recent one. The call then continues. */
export function ProofDialog() {
  const question = useSyncExternalStore(whenQuestionChanges, openQuestion);
  // Outside the page's root, which is hidden from screen readers while one of the page's own dialogs is open.
  return question === null ? null : createPortal(<Ask onSettled={question.settle} />, document.body);
}

/** A native dialog appears above a dialog of the page, which stays open with everything typed into it. */
function Ask({ onSettled }: { readonly onSettled: (isProved: boolean) => void }) {
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
        onSettled(false);
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
          <Button onClick={() => onSettled(false)}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={give.isPending}>
            Continue
          </Button>
        </div>
      </Form>
    </dialog>
  );
}
