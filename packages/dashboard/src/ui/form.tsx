import type { ReactNode } from "react";

/** A form that the page submits itself, without the browser. */
export function Form({
  id,
  className = "flex flex-col gap-4",
  onSubmit,
  children,
}: {
  readonly id?: string;
  readonly className?: string;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}) {
  return (
    <form
      id={id}
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        // In React, a dialog that a form has opened is a part of that form.
        event.stopPropagation();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}
