import { type Log, reasonOf } from "./log.ts";

export interface RoundsOptions {
  readonly everyMs: number;
  /** One round. */
  readonly work: () => Promise<void>;
  readonly log: Log;
  /** What the log says of a round that failed. */
  readonly failed: string;
}

/**
 * Does a piece of work at intervals and whenever somebody asks for it, one round at a time. A round that fails is logged and
 * does not end the others.
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

  /** A round that takes long looks at this to end early. */
  get isStopped(): boolean {
    return this.#isStopped;
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
