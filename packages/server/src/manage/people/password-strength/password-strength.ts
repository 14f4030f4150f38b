import type { StrengthQuestion, StrengthVerdict } from "./strength-messages.ts";

/**
 * Asks the strength thread how strong a password is. The thread starts with the first question and ends after a minute
 * without one, because its dictionaries take some 45 MB and passwords are rarely chosen. The listener only waits for
 * the message. Questions are answered one at a time, and beyond `waitingMax` of them the answer is null at once.
 */
export const waitingMax = 50;
const idleMs = 60_000;

interface Waiting {
  readonly question: StrengthQuestion;
  readonly answered: PromiseWithResolvers<StrengthVerdict>;
}

let thread: Worker | null = null;
let idle: ReturnType<typeof setTimeout> | undefined;
/** The first is being answered. */
const waiting: Waiting[] = [];

/** Null if too many passwords are waiting. */
export async function passwordStrength(question: StrengthQuestion): Promise<StrengthVerdict | null> {
  if (waiting.length >= waitingMax) return null;
  const answered = Promise.withResolvers<StrengthVerdict>();
  waiting.push({ question, answered });
  if (waiting.length === 1) askNext();
  return answered.promise;
}

function askNext(): void {
  clearTimeout(idle);
  const next = waiting[0];
  if (next === undefined) {
    idle = setTimeout(endThread, idleMs);
    // Neither the thread nor the wait for its end keeps a command from ending.
    idle.unref();
    thread?.unref();
    return;
  }
  thread ??= startThread();
  thread.ref();
  thread.postMessage(next.question);
}

function startThread(): Worker {
  const started = new Worker(new URL("./strength-thread.ts", import.meta.url).href);
  started.onmessage = (event: MessageEvent<StrengthVerdict>) => {
    waiting.shift()?.answered.resolve(event.data);
    askNext();
  };
  // The thread cannot be used any more. Waiting callers are told, and the next question starts another.
  started.onerror = (event) => {
    endThread();
    const lost = waiting.splice(0);
    for (const { answered } of lost) {
      answered.reject(new Error(`The password could not be checked: ${event.message}`));
    }
  };
  return started;
}

function endThread(): void {
  thread?.terminate();
  thread = null;
}
