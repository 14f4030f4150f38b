import { useBlocker } from "@tanstack/react-router";
import { type ReactElement, useEffect, useState } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";

interface Leaving {
  /** The question, while it is asked. A form that is a dialog shows it in its own place, so that none opens over another. */
  readonly question: ReactElement | null;
  /** Closes a form that is a dialog, and asks first where something would be lost. */
  readonly close: () => void;
}

/** What would be lost, and the button that keeps it. */
interface Loss {
  readonly title: string;
  readonly description: string;
  readonly stay: string;
}

const list = new Intl.ListFormat("en");
const nothing = () => undefined;
const notAtOnce = async () => false;

/**
 * Asks before something is lost that was typed and not saved. `unsaved` says what that is in the person's words, such as
 * "name"; nothing is asked while it is empty, or where `save` can save it.
 */
export function useUnsaved(
  unsaved: readonly string[],
  onClose?: () => void,
  save?: () => Promise<boolean>,
): Leaving {
  const loss: Loss = {
    title: "Leave without saving?",
    description: `Unsaved changes: ${list.format(unsaved)}.`,
    stay: "Keep editing",
  };
  return useBeforeLeaving(unsaved.length > 0 ? loss : null, onClose, save);
}

/**
 * Asks before something is lost: when the page is left, when the browser is, and when `close` is called. Another search in
 * the same address is not leaving.
 */
export function useBeforeLeaving(
  loss: Loss | null,
  onClose: () => void = nothing,
  save: () => Promise<boolean> = notAtOnce,
): Leaving {
  const [isClosing, setIsClosing] = useState(false);
  const hasAny = loss !== null;
  const blocker = useBlocker({
    shouldBlockFn: async ({ current, next }) =>
      hasAny && current.pathname !== next.pathname && !(await save()),
    enableBeforeUnload: () => hasAny,
    withResolver: true,
  });
  const isLeaving = blocker.status === "blocked";
  const { proceed } = blocker;
  useEffect(() => {
    // What would have been lost was saved while they were asked.
    if (!hasAny) proceed?.();
  }, [hasAny, proceed]);
  const keep = () => {
    setIsClosing(false);
    blocker.reset?.();
  };
  const leave = isLeaving ? proceed : onClose;
  const question =
    loss !== null && (isLeaving || isClosing) ? (
      <Dialog
        // Its buttons must not become those of the form while they are pressed, one of which would send it.
        key="question"
        isOpen
        onClose={keep}
        title={loss.title}
        description={loss.description}
        actions={
          <>
            <Button onClick={leave}>Leave</Button>
            <Button look="primary" onClick={keep}>
              {loss.stay}
            </Button>
          </>
        }
      />
    ) : null;
  return { question, close: () => (hasAny ? setIsClosing(true) : onClose()) };
}
