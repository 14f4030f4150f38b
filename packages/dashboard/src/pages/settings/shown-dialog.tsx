import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";

/** Something to look at and to copy, and one button to be done with it. */
export function ShownDialog({
  title,
  description,
  done,
  onClose,
  children,
}: {
  readonly title: string;
  readonly description?: string;
  /** What the button says. */
  readonly done: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  return (
    <Dialog
      isOpen
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
