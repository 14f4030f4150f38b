import { constants } from "node:os";
import { type Log, reasonOf } from "../platform/log.ts";

const signals = ["SIGINT", "SIGTERM"] as const;

interface StopOptions {
  /** Whether a running start is cancelled at once, because it may wait for others forever. */
  readonly abandonsStart?: boolean;
}

/**
 * The first signal stops the server in order, as soon as it has started. A second one does not wait for that. A server
 * that cannot start reports it elsewhere.
 */
export function stopOnSignal(
  starting: Promise<{ stop(): Promise<void> }>,
  log: Log,
  { abandonsStart = false }: StopOptions = {},
): void {
  let stopping = false;
  let hasStarted = false;
  starting.then(
    () => {
      hasStarted = true;
    },
    () => undefined,
  );
  for (const signal of signals) {
    process.on(signal, () => {
      if (stopping) process.exit(128 + constants.signals[signal]);
      stopping = true;
      if (abandonsStart && !hasStarted) {
        log.info("stopped before it had started");
        process.exit(0);
      }
      void starting.then((server) => stop(server, log)).catch(() => undefined);
    });
  }
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
