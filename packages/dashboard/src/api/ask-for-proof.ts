/**
 * Some routes want a password or code that is not too old. Whoever calls them waits here until the person has given one, or
 * has declined; the dialog that asks is in app/proof-dialog.tsx. Several calls at once are one question.
 */
interface Question {
  readonly answer: Promise<boolean>;
  readonly settle: (isProved: boolean) => void;
}

let open: Question | null = null;
const listeners = new Set<() => void>();

/** Whether the person has proved that it is them. */
export function askForProof(): Promise<boolean> {
  if (open === null) {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    open = {
      answer: promise,
      settle: (isProved) => {
        open = null;
        tell();
        resolve(isProved);
      },
    };
    tell();
  }
  return open.answer;
}

/** The question that is being asked; null where none is. */
export function openQuestion(): Question | null {
  return open;
}

export function whenQuestionChanges(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tell(): void {
  for (const listener of listeners) listener();
}
