import { type Log, reasonOf } from "../../platform/log.ts";

const retryEveryMs = 500;
/** How often the log repeats what the process waits for. */
const complainEveryMs = 10_000;

interface WaitOptions {
  readonly log: Log;
  /** What cannot be reached, for the log. */
  readonly what: string;
  /** Its address, without a password. */
  readonly address: string;
  /** When to give up, by the monotonic clock of this process; never if it is not given. */
  readonly untilMs?: number | undefined;
  /** Faults that waiting does not help against. */
  readonly isFinal?: (error: unknown) => boolean;
}

/** An engine could not be reached in the time that there was. */
export class EngineUnavailableError extends Error {
  readonly code = "engine_unavailable";

  constructor({ what, address }: Pick<WaitOptions, "what" | "address">, cause: unknown) {
    super(`Cannot reach ${what} at ${address}: ${reasonOf(cause)}`, { cause });
  }
}

/** Tries until it succeeds or the time is up, and logs what it waits for. */
export async function waitFor<T>(attempt: () => Promise<T>, options: WaitOptions): Promise<T> {
  const { log, what, address, isFinal, untilMs = Number.POSITIVE_INFINITY } = options;
  let complainedMs = Number.NEGATIVE_INFINITY;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (isFinal?.(error)) throw error;
      if (performance.now() >= untilMs) throw new EngineUnavailableError(options, error);
      if (performance.now() - complainedMs >= complainEveryMs) {
        complainedMs = performance.now();
        log.warn(`waiting for ${what}`, { address, reason: reasonOf(error) });
      }
      await Bun.sleep(retryEveryMs);
    }
  }
}
