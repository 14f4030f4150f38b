import type { ReactNode } from "react";
import { Button } from "./button.tsx";

interface FormButtonsProps {
  /** The label of the submit button. */
  readonly submit: string;
  readonly look?: "primary" | "danger";
  readonly isBusy: boolean;
  readonly isComplete?: boolean;
  /** The id of the form, if the buttons lie outside it. */
  readonly form?: string;
  /** Leaves the form. A link does so in a form that is a page. */
  readonly cancel: (() => void) | ReactNode;
}

/** The buttons of a form, everywhere in the same order: Cancel, then the one that submits it. */
export function FormButtons({
  submit,
  look = "primary",
  isBusy,
  isComplete = true,
  form,
  cancel,
}: FormButtonsProps) {
  return (
    <>
      {typeof cancel === "function" ? <Button onClick={cancel}>Cancel</Button> : cancel}
      <Button type="submit" form={form} look={look} isBusy={isBusy} disabled={!isComplete}>
        {submit}
      </Button>
    </>
  );
}

/** The end of a form on a page, with its buttons at the same place as in a dialog. */
export function FormEnd({
  hint,
  className = "",
  ...buttons
}: FormButtonsProps & {
  /** Beside the buttons. */
  readonly hint?: ReactNode;
  readonly className?: string;
}) {
  return (
    <div className={`flex items-center justify-end gap-2 ${className}`}>
      {hint !== undefined && <span className="mr-auto text-sm text-muted max-md:hidden">{hint}</span>}
      <FormButtons {...buttons} />
    </div>
  );
}
