import type { ReactNode } from "react";
import { Form } from "../../ui/form.tsx";
import { FormEnd } from "../../ui/form-buttons.tsx";
import { FormFault } from "../../ui/form-fault.tsx";

/** A form that opens inside a card, and closes when it is submitted or cancelled. */
export function CardForm({
  submit,
  look = "primary",
  isBusy,
  error,
  fields,
  onSubmit,
  onCancel,
  children,
}: {
  /** The label of the submit button. */
  readonly submit: string;
  readonly look?: "primary" | "danger";
  readonly isBusy: boolean;
  readonly error: unknown;
  /** Fields that show their own errors. */
  readonly fields: readonly string[];
  readonly onSubmit: () => void;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}) {
  return (
    <Form className="flex max-w-md flex-col gap-4" onSubmit={onSubmit}>
      {children}
      <FormFault error={error} fields={fields} />
      <FormEnd submit={submit} look={look} isBusy={isBusy} cancel={onCancel} />
    </Form>
  );
}
