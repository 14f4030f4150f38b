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
  /** Faults that waiting does not help against. */
  readonly isFinal?: (error: unknown) => boolean;
}

/** Tries until it succeeds, without a limit, and logs what it waits for. */
export async function waitFor<T>(attempt: () => Promise<T>, options: WaitOptions): Promise<T> {
  const { log, what, address, isFinal } = options;
  let complainedMs = Number.NEGATIVE_INFINITY;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (isFinal?.(error)) throw error;
      if (performance.now() - complainedMs >= complainEveryMs) {
        complainedMs = performance.now();
        log.warn(`waiting for ${what}`, { address, reason: reasonOf(error) });
      }
      await Bun.sleep(retryEveryMs);
    }
  }
}
