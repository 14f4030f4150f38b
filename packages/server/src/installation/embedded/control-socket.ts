import { existsSync } from "node:fs";
import type { ControlChange } from "../../control/control.ts";
import { errorCode } from "../../platform/error-code.ts";
import {
  claimSocketPath,
  findSocketPath,
  openPrivately,
  releaseSocketPath,
} from "../../platform/socket-path.ts";
import { isDataFolderLocked } from "./data-lock.ts";

/**
 * How commands reach the server that runs on the same data folder: HTTP on a socket that only the folder's owner can
 * open. A process that has changed control data reports it here and waits until the server has applied it.
 */
export interface ControlHandlers {
  changed(changes: readonly ControlChange[]): Promise<void>;
  /** Answers a request of the operator to the management API. */
  manage(request: Request): Promise<Response>;
}

interface ControlSocket {
  close(): void;
}

const socketName = "control";
const answerTimeoutMs = 15_000;
/** A request to the management API may need more work than the others. */
const manageTimeoutMs = 60_000;
/** How long a server that has the data folder may take until it listens. */
const startTimeoutMs = 10_000;

export function listenControl(dataDir: string, handlers: ControlHandlers): ControlSocket {
  const path = claimSocketPath(dataDir, socketName);
  const server = openPrivately(() =>
    Bun.serve({
      unix: path,
      routes: {
        "/changed": {
          POST: async (request) => {
            await handlers.changed((await request.json()) as ControlChange[]);
            return new Response(null, { status: 204 });
          },
        },
      },
      fetch: (request) => handlers.manage(request),
      error: (error) => new Response(error.message, { status: 500 }),
    }),
  );
  return {
    close: () => {
      server.stop(true);
      releaseSocketPath(dataDir, socketName);
    },
  };
}

/** Tells the running server, if there is one. Rejects if the server does not confirm. */
export async function announceChanges(dataDir: string, changes: readonly ControlChange[]): Promise<void> {
  const init = {
    method: "POST",
    body: JSON.stringify(changes),
    signal: AbortSignal.timeout(answerTimeoutMs),
  };
  const response = await waitForServer(dataDir, () => fetchFrom(dataDir, "/changed", init));
  if (response !== null && !response.ok)
    throw new Error(`The running server answered ${response.status}: ${await response.text()}`);
}

/** The answer of the running server's management API to the operator; null if no server is running. */
export async function manageByServer(
  dataDir: string,
  target: string,
  init: RequestInit,
): Promise<Response | null> {
  // The timeout applies only until the answer begins, because a stream may continue for as long as somebody watches it.
  const unanswered = new AbortController();
  const timer = setTimeout(() => unanswered.abort(notAnswering()), manageTimeoutMs);
  const signals = init.signal ? [init.signal, unanswered.signal] : [unanswered.signal];
  try {
    return await waitForServer(dataDir, () =>
      fetchFrom(dataDir, target, { ...init, signal: AbortSignal.any(signals) }),
    );
  } finally {
    clearTimeout(timer);
  }
}

function notAnswering(): DOMException {
  return new DOMException("The running server did not answer in time.", "TimeoutError");
}

/**
 * Null if no server is running. Waits for a server that has the data folder and does not listen yet, because the data
 * that it is about to load may be older than the change.
 */
async function waitForServer(
  dataDir: string,
  tryCall: () => Promise<Response | null>,
): Promise<Response | null> {
  const deadlineMs = performance.now() + startTimeoutMs;
  for (;;) {
    const response = await tryCall();
    if (response !== null) return response;
    if (!isDataFolderLocked(dataDir)) return null;
    if (performance.now() > deadlineMs)
      throw new Error(`A server is running on ${dataDir}, but does not answer.`);
    await Bun.sleep(50);
  }
}

/** Null when nobody listens. */
async function fetchFrom(dataDir: string, target: string, init: RequestInit): Promise<Response | null> {
  const unix = findSocketPath(dataDir, socketName);
  if (!existsSync(unix)) return null;
  try {
    return await fetch(`http://weir${target}`, { ...init, unix });
  } catch (error) {
    if (isNobodyThere(error)) return null;
    throw error;
  }
}

/** A killed server has left the socket behind. */
function isNobodyThere(error: unknown): boolean {
  const code = errorCode(error);
  return (
    code === "ECONNREFUSED" ||
    code === "ConnectionRefused" ||
    code === "ENOENT" ||
    code === "FailedToOpenSocket"
  );
}
