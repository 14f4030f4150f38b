/**
 * Some routes need a recent password or code. Their callers wait here until the person has entered one or
 * declined. The dialog is in app/proof-dialog.tsx. Several calls at the same time ask only once.
 */
interface Question {
  readonly answer: Promise<boolean>;
  readonly settle: (isProved: boolean) => void;
}

let open: Question | null = null;
const listeners = new Set<() => void>();

/** Resolves to whether the person has entered a valid password or code. */
export function askForProof(): Promise<boolean> {
  if (open === null) {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    open = {
      answer: promise,
      settle: (isProved) => {
        open = null;
        announce();
        resolve(isProved);
      },
    };
    announce();
  }
  return open.answer;
}

/** The current question; null if there is none. */
export function openQuestion(): Question | null {
  return open;
}

export function whenQuestionChanges(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function announce(): void {
  for (const listener of listeners) listener();
}
