import { isProblem } from "./problem.ts";
import { queryClient } from "./query-client.ts";

const againMs = 3000;

/** Whether the same call may work later: when the server is back or less busy, or after signing in again. */
export function mayWorkLater(error: unknown): boolean {
  if (!isProblem(error)) return false;
  const { status } = error;
  return status === 0 || status === 401 || status === 429 || status >= 500;
}

/** Calls `act` after a delay, once somebody is signed in. Returns a function that cancels the call. */
export function tryAgainLater(act: () => void): () => void {
  const timer = setInterval(() => {
    if (isSignedOut()) return;
    clearInterval(timer);
    act();
  }, againMs);
  return () => clearInterval(timer);
}

/** According to the last answer about the session. */
function isSignedOut(): boolean {
  const error = queryClient.getQueryState(["showSession", {}])?.error;
  return isProblem(error) && error.status === 401;
}
