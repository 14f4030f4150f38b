import { type ReactNode, useEffect, useRef, useState } from "react";
import { pageTitle, setPageTitle } from "../ui/document-title.ts";
import { useFocusBack } from "../ui/use-focus-back.ts";

/**
 * In front of everything, dialogs too, which stay open and cannot be seen or reached. The browser's own dialog is above
 * whatever the page itself has put on top, and nothing behind it takes a press on it for one outside of itself.
 */
export function SignInAgain({ children }: { readonly children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [title] = useState(pageTitle);
  // What is in it chooses its first field, which cannot have the focus before the dialog is shown.
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
