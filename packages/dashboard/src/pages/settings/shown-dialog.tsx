import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { useBeforeLeaving } from "../../ui/use-unsaved.tsx";

const loss = {
  title: "Leave without saving it?",
  description: "You won’t be able to see this again.",
  stay: "Go back",
};

/** Something to look at and to copy, and one button to be done with it. */
export function ShownDialog({
  title,
  description,
  isShownOnce = false,
  done,
  onClose,
  children,
}: {
  readonly title: string;
  readonly description?: string;
  /** Nobody can show it again, so it takes the button to close it. */
  readonly isShownOnce?: boolean;
  /** What the button says. */
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
