import { useBlocker } from "@tanstack/react-router";
import { type ReactElement, useEffect, useState } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { unsavedText } from "./unsaved-text.ts";

interface Leaving {
  /**
   * The question, while it is asked. A form in a dialog shows it in its own place, so that no dialog opens over
   * another.
   */
  readonly question: ReactElement | null;
  /** Closes a form in a dialog, and asks first if something would be lost. */
  readonly close: () => void;
}

/** The name of what would be lost, and the button that keeps it. */
interface Loss {
  readonly title: string;
  readonly description: string;
  readonly stay: string;
}

const nothing = () => undefined;
const notAtOnce = async () => false;

/**
 * Asks before typed text is lost. `unsaved` names that text in the person's words, such as "name". Nothing is asked
 * while it is empty, or if `save` can save it.
 */
export function useUnsaved(
  unsaved: readonly string[],
  onClose?: () => void,
  save?: () => Promise<boolean>,
): Leaving {
  const loss: Loss = {
    title: "Leave without saving?",
    description: unsavedText(unsaved),
    stay: "Keep editing",
  };
  return useBeforeLeaving(unsaved.length > 0 ? loss : null, onClose, save);
}

/**
 * Asks before something is lost: when the person leaves the page or the browser, and when `close` is called. A new
 * search in the same address is not leaving.
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
    // The changes were saved while the question was open.
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
        // These buttons must not turn into those of the form while they are pressed, because one of those submits it.
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
