import { constants } from "node:os";
import { type Log, reasonOf } from "../platform/log.ts";

const signals = ["SIGINT", "SIGTERM"] as const;

/**
 * How long a start may take after the signal. Roles end with this process, and a start that was interrupted is repeated by
 * the next one.
 */
const startWaitMs = 5000;

interface StopOptions {
  /** How long a running start gets to finish. */
  readonly waitMs?: number;
}

/**
 * The first signal stops the server in order, as soon as it has started, or ends it if that takes too long. A second one
 * does not wait. A server that cannot start reports it elsewhere.
 */
export function stopOnSignal(
  starting: Promise<{ stop(): Promise<void> }>,
  log: Log,
  { waitMs = startWaitMs }: StopOptions = {},
): void {
  let stopping = false;
  let hasStarted = false;
  let abandoning: Timer | undefined;
  starting.then(
    () => {
      hasStarted = true;
      clearTimeout(abandoning);
    },
    () => undefined,
  );
  for (const signal of signals) {
    process.on(signal, () => {
      if (stopping) process.exit(128 + constants.signals[signal]);
      stopping = true;
      if (!hasStarted) abandoning = setTimeout(abandon, waitMs, log);
      void starting.then((server) => stop(server, log)).catch(() => undefined);
    });
  }
}

function abandon(log: Log): never {
  log.info("stopped before it had started");
  process.exit(0);
}

async function stop(server: { stop(): Promise<void> }, log: Log): Promise<void> {
  log.info("stopping");
  try {
    await server.stop();
  } catch (error) {
    log.error("stopping failed; accepted readings are safe and will be processed after the next start", {
      reason: reasonOf(error),
    });
    process.exit(1);
  }
  log.info("stopped");
  process.exit(0);
}
