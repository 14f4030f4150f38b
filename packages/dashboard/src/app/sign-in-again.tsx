import { type ReactNode, useEffect, useRef, useState } from "react";
import { pageTitle, setPageTitle } from "../ui/document-title.ts";
import { useFocusBack } from "../ui/use-focus-back.ts";

/**
 * The sign-in form covers everything. Dialogs of the page stay open behind it but cannot be seen or reached. A native
 * dialog is above everything that the page itself puts on top, and the dialogs behind it do not treat a click on it as
 * a click outside of themselves.
 */
export function SignInAgain({ children }: { readonly children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [title] = useState(pageTitle);
  // The form inside chooses its first field, which cannot have the focus before the dialog is shown.
  const [isShown, setIsShown] = useState(false);
  useFocusBack();
  useEffect(() => {
    dialog.current?.showModal();
    setIsShown(true);
    return () => {
      setPageTitle(title);
    };
  }, [title]);
  return (
    <dialog
      ref={dialog}
      aria-label="Sign in"
      onCancel={(event) => event.preventDefault()}
      className="fixed inset-0 m-0 size-full max-h-none max-w-none bg-canvas text-text"
    >
      {isShown && children}
    </dialog>
  );
}
