import { isProblem } from "./problem.ts";
import { queryClient } from "./queries.ts";

const againMs = 3000;

/** Whether the same may work later: once the server is back, has less to do, or somebody is signed in again. */
export function mayWorkLater(error: unknown): boolean {
  if (!isProblem(error)) return false;
  const { status } = error;
  return status === 0 || status === 401 || status === 429 || status >= 500;
}

/** Calls `act` in a while, but not before somebody is signed in. What it returns calls that off. */
export function tryAgainLater(act: () => void): () => void {
  const timer = setInterval(() => {
    if (isSignedOut()) return;
    clearInterval(timer);
    act();
  }, againMs);
  return () => clearInterval(timer);
}

/** As far as was asked. */
function isSignedOut(): boolean {
  const error = queryClient.getQueryState(["showSession", {}])?.error;
  return isProblem(error) && error.status === 401;
}
