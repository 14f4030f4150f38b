import { type Log, type LogFacts, reasonOf } from "./log.ts";

interface RoundsOptions {
  readonly everyMs: number;
  /** One round. */
  readonly work: () => Promise<void>;
  readonly log: Log;
  /** The log message for a failed round. */
  readonly failed: string;
}

/**
 * Does a piece of work at intervals and on request, one round at a time. A failed round is logged and does not prevent the
 * next.
 */
export class Rounds {
  readonly #options: RoundsOptions;
  readonly #timer: Timer;
  #last: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(options: RoundsOptions) {
    this.#options = options;
    this.#timer = setInterval(() => this.run(), options.everyMs);
  }

  /** A long round checks this to end early. */
  get isStopped(): boolean {
    return this.#isStopped;
  }

  /**
   * Does a part of a round, for example for one account. If it fails, that is logged, and the round continues with the other
   * parts.
   */
  async part(work: () => Promise<unknown>, facts: LogFacts): Promise<void> {
    const { log, failed } = this.#options;
    try {
      await work();
    } catch (error) {
      log.error(failed, { ...facts, reason: reasonOf(error) });
    }
  }

  /** Resolves when a round has ended that began after the call. */
  run(): Promise<void> {
    this.#last = this.#last.then(() => this.#round());
    return this.#last;
  }

  /** No round begins after this, and none is under way when it resolves. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#isStopped = true;
    await this.#last;
  }

  async #round(): Promise<void> {
    if (this.#isStopped) return;
    const { work, log, failed } = this.#options;
    try {
      await work();
    } catch (error) {
      log.error(failed, { reason: reasonOf(error) });
    }
  }
}
