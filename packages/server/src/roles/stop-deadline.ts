import type { Log } from "../platform/log.ts";

/** Deliveries in progress get up to five of these seconds. */
const closeMaxMs = 6000;

/**
 * Ends the stop of a role that takes too long, for example because the engines of a cluster are away or hang. Nothing
 * is lost: accepted readings are in the queue, a batch is committed as a whole or not at all, and others take over when
 * the leases have ended.
 */
export class StopDeadline {
  readonly #log: Log;
  readonly #late = Promise.withResolvers<void>();
  #timer: Timer | null = null;

  constructor(log: Log) {
    this.#log = log;
  }

  /** The time counts from now on. Open requests had their own time before. */
  readonly begin = (): void => {
    this.#timer ??= setTimeout(() => {
      this.#log.warn("stopping takes too long, so the process ends without waiting for the rest", {
        deadline_s: closeMaxMs / 1000,
      });
      this.#late.resolve();
    }, closeMaxMs);
  };

  /** Resolves when the work is done or the time is over. */
  async bound(work: Promise<void>): Promise<void> {
    try {
      await Promise.race([work, this.#late.promise]);
    } finally {
      if (this.#timer !== null) clearTimeout(this.#timer);
    }
  }
}
