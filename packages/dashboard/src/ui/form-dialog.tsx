import { type ReactNode, useEffect, useId } from "react";
import { Dialog } from "./dialog.tsx";
import { Form } from "./form.tsx";
import { FormButtons } from "./form-buttons.tsx";
import { FormFault } from "./form-fault.tsx";
import { useUnsaved } from "./use-unsaved.tsx";

interface FormDialogProps {
  readonly isOpen?: boolean;
  readonly title: string;
  readonly description?: ReactNode;
  readonly isWide?: boolean;
  /** The label of the submit button. */
  readonly submit: string;
  readonly look?: "primary" | "danger";
  readonly isBusy: boolean;
  /** Whether the form is complete, if the browser cannot tell from the fields. */
  readonly isComplete?: boolean;
  readonly error?: unknown;
  /** Fields that show their own errors. */
  readonly fields?: readonly string[];
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A form over the page: its fields, the server's error, and the submit button. */
export function FormDialog({
  isOpen = true,
  title,
  description,
  isWide = false,
  submit,
  look = "primary",
  isBusy,
  isComplete = true,
  error = null,
  fields = [],
  onSubmit,
  onClose,
  children,
}: FormDialogProps) {
  const formId = useId();
  useEffect(() => {
    if (error !== null) focusFault(formId);
  }, [formId, error]);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={title}
      description={description}
      isWide={isWide}
      actions={
        <FormButtons
          submit={submit}
          look={look}
          isBusy={isBusy}
          isComplete={isComplete}
          form={formId}
          cancel={onClose}
        />
      }
    >
      <Form id={formId} onSubmit={onSubmit}>
        {children}
        <FormFault error={error} fields={fields} />
      </Form>
    </Dialog>
  );
}

/**
 * Focuses the field that was refused, or else the submit button, which lost the focus while it was busy. Somebody who has gone
 * on to another field stays there.
 */
function focusFault(formId: string): void {
  const submit = document.querySelector<HTMLElement>(`[form="${CSS.escape(formId)}"]`);
  if (document.activeElement !== document.body && document.activeElement !== submit) return;
  const field = document.getElementById(formId)?.querySelector<HTMLElement>("[aria-invalid=true]");
  (field ?? submit)?.focus();
}

/** A form over the page that asks before typed text is lost. `unsaved` names that text in the person's words. */
export function UnsavedFormDialog({
  unsaved,
  onClose,
  ...form
}: FormDialogProps & { readonly unsaved: readonly string[] }) {
  const { question, close } = useUnsaved(unsaved, onClose);
  return question ?? <FormDialog {...form} onClose={close} />;
}
