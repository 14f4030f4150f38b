import { useBlocker } from "@tanstack/react-router";
import { type ReactElement, useState } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";

export interface Unsaved {
  /** The question, while it is asked. A form that is a dialog shows it in its own place, so that none opens over another. */
  readonly question: ReactElement | null;
  /** Closes a form that is a dialog, and asks first where something would be lost. */
  readonly close: () => void;
}

const list = new Intl.ListFormat("en");
const nothing = () => undefined;

/**
 * Asks before something is lost that was typed and not saved: when the page is left, when the browser is, and when `close`
 * is called. `unsaved` says what that is in the person's words, such as "name"; nothing is asked while it is empty. Another
 * search in the same address is not leaving.
 */
export function useUnsaved(unsaved: readonly string[], onClose: () => void = nothing): Unsaved {
  const [isClosing, setIsClosing] = useState(false);
  const hasAny = unsaved.length > 0;
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => hasAny && current.pathname !== next.pathname,
    enableBeforeUnload: () => hasAny,
    withResolver: true,
  });
  const isLeaving = blocker.status === "blocked";
  const keep = () => {
    setIsClosing(false);
    blocker.reset?.();
  };
  const leave = isLeaving ? blocker.proceed : onClose;
  const question =
    isLeaving || (isClosing && hasAny) ? (
      <Dialog
        // Its buttons must not become those of the form while they are pressed, one of which would send it.
        key="question"
        isOpen
        onClose={keep}
        title="Leave without saving?"
        description={`Not saved yet: ${list.format(unsaved)}.`}
        actions={
          <>
            <Button onClick={leave}>Leave</Button>
            <Button look="primary" onClick={keep}>
              Keep editing
            </Button>
          </>
        }
      />
    ) : null;
  return { question, close: () => (hasAny ? setIsClosing(true) : onClose()) };
}
