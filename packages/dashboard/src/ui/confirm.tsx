import { type ComponentProps, type ReactNode, useState } from "react";
import { Button } from "./button.tsx";
import { TextField } from "./field.tsx";
import { FormDialog } from "./form-dialog.tsx";

/** Asks before something that cannot be undone. */
export function Confirm({
  isOpen,
  onClose,
  title,
  children,
  action,
  onConfirm,
  isBusy = false,
  typed,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** What will happen, in full sentences. */
  readonly children: ReactNode;
  readonly action: string;
  readonly onConfirm: () => void;
  readonly isBusy?: boolean;
  /** A text that must be typed first. */
  readonly typed?: string;
}) {
  const [text, setText] = useState("");
  const close = () => {
    setText("");
    onClose();
  };
  return (
    <FormDialog
      isOpen={isOpen}
      title={title}
      submit={action}
      look="danger"
      isBusy={isBusy}
      isComplete={typed === undefined || text === typed}
      onSubmit={() => {
        setText("");
        onConfirm();
      }}
      onClose={close}
    >
      <div className="text-sm text-muted">{children}</div>
      {typed !== undefined && (
        <TextField
          label={`Type “${typed}” to confirm`}
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      )}
    </FormDialog>
  );
}

/** A question before an action, and the action. */
export interface Question {
  readonly title: string;
  /** What will happen, in full sentences. */
  readonly text: ReactNode;
  /** The label of the button that confirms. */
  readonly action: string;
  /** A text that must be typed first. */
  readonly typed?: string;
  /** Rejects if it failed. The function itself reports why. */
  readonly onConfirm: () => Promise<unknown>;
}

/** Asks, and closes once the action is done. If it fails, the question stays open. */
export function ConfirmAction({
  question: { text, onConfirm, ...question },
  isOpen,
  onClose,
}: {
  readonly question: Question;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  const [isBusy, setIsBusy] = useState(false);
  const confirm = async () => {
    setIsBusy(true);
    const isDone = await onConfirm().then(
      () => true,
      () => false,
    );
    setIsBusy(false);
    if (isDone) onClose();
  };
  return (
    <Confirm {...question} isOpen={isOpen} onClose={onClose} isBusy={isBusy} onConfirm={() => void confirm()}>
      {text}
    </Confirm>
  );
}

/** A button that asks first. */
export function ConfirmButton({
  question,
  ...rest
}: Omit<ComponentProps<typeof Button>, "onClick"> & { readonly question: Question }) {
  const [isAsked, setIsAsked] = useState(false);
  return (
    <>
      <Button {...rest} onClick={() => setIsAsked(true)} />
      <ConfirmAction question={question} isOpen={isAsked} onClose={() => setIsAsked(false)} />
    </>
  );
}
