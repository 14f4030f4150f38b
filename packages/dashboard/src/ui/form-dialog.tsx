import { type ReactNode, useId } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { FormFault } from "./form-fault.tsx";

/** A form over the page: its fields, what the server has against it, and the one button that sends it. */
export function FormDialog({
  title,
  description,
  isWide = false,
  submit,
  isBusy,
  isComplete = true,
  error,
  fields,
  onSubmit,
  onClose,
  children,
}: {
  readonly title: string;
  readonly description?: ReactNode;
  readonly isWide?: boolean;
  /** What the button that sends it says. */
  readonly submit: string;
  readonly isBusy: boolean;
  /** Whether there is enough to send, where the browser cannot tell from the fields. */
  readonly isComplete?: boolean;
  readonly error: unknown;
  /** Those that show themselves what is wrong with them. */
  readonly fields: readonly string[];
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const formId = useId();
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      description={description}
      isWide={isWide}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} look="primary" isBusy={isBusy} disabled={!isComplete}>
            {submit}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        {children}
        <FormFault error={error} fields={fields} />
      </form>
    </Dialog>
  );
}
