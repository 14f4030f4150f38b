import { useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { openQuestion, whenQuestionChanges } from "../api/ask-for-proof.ts";
import { lazyPart } from "../ui/lazy-part.tsx";
import { SilentLoading } from "../ui/silent-loading.tsx";
import type { ProofQuestionProps } from "./proof-question.tsx";

const ProofQuestion = lazyPart<ProofQuestionProps>(
  async () => (await import("./proof-question.tsx")).ProofQuestion,
  SilentLoading,
);

/** Asks for a password or code when a call needs a recent one. The call then continues. */
export function ProofDialog() {
  const question = useSyncExternalStore(whenQuestionChanges, openQuestion);
  if (question === null) return null;
  const { settle } = question;
  // Outside the page's root, which is hidden from screen readers while one of the page's own dialogs is open.
  return createPortal(<ProofQuestion onSettled={settle} onClose={() => settle(false)} />, document.body);
}
