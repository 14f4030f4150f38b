import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { useBeforeLeaving } from "../../ui/use-unsaved.tsx";

const loss = {
  title: "Leave without saving it?",
  description: "You won’t be able to see this again.",
  stay: "Go back",
};

/** Shows something to copy, with one button to close it. */
export function ShownDialog({
  title,
  description,
  isShownOnce = false,
  isWide = false,
  done,
  onClose,
  children,
}: {
  readonly title: string;
  readonly description?: string;
  /** Whether it cannot be shown again. Only the button closes the dialog then. */
  readonly isShownOnce?: boolean;
  readonly isWide?: boolean;
  /** The label of the button. */
  readonly done: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const { question } = useBeforeLeaving(isShownOnce ? loss : null);
  if (question !== null) return question;
  return (
    <Dialog
      isOpen
      isHeldOpen={isShownOnce}
      isWide={isWide}
      onClose={onClose}
      title={title}
      description={description}
      actions={
        <Button look="primary" onClick={onClose}>
          {done}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">{children}</div>
    </Dialog>
  );
}
