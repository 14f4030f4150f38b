import { type ComponentProps, type ReactNode, useState } from "react";
import { Button } from "./button.tsx";
import { Confirm } from "./dialog.tsx";

/** What is asked before something is done that cannot be undone. */
export interface Question {
  readonly title: string;
  /** What will happen, in full sentences. */
  readonly text: ReactNode;
  /** What the button says that does it. */
  readonly action: string;
  /** Has to be typed first. */
  readonly typed?: string;
  /** Fails where it was not done; whoever does it says why. */
  readonly onConfirm: () => Promise<unknown>;
}

/** Asks, and closes once it is done. The question stays where it failed. */
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
