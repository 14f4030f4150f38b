import { type DataLock, hasLoneDeliverer, tryLockRole } from "../../installation/embedded/data-lock.ts";
import { type Log, reasonOf } from "../../platform/log.ts";

/** How often it looks whether another process wants to deliver, or has ended. */
const lookEveryMs = 500;

export interface DeliveryTurnParts {
  readonly dataFolder: string;
  readonly log: Log;
  readonly begin: () => void;
  /** Resolves when nothing is under way any more. */
  readonly end: () => Promise<void>;
}

/**
 * Whether the processor delivers what chains send. It does while no process has that role alone: such a process may start
 * and end at any time, and the processor gives way to it and takes over from it. The lock of the role sees to it that only
 * one of them delivers at a time.
 */
export class DeliveryTurn {
  readonly #parts: DeliveryTurnParts;
  #lock: DataLock | null = null;
  #isLeftOut = false;
  #looking: Promise<void> | null = null;
  #timer: Timer | undefined;

  constructor(parts: DeliveryTurnParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#lookAgain();
    this.#timer = setInterval(() => this.#lookAgain(), lookEveryMs);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
    await this.#giveUp();
  }

  #lookAgain(): void {
    this.#looking ??= this.#look()
      .catch((error: unknown) =>
        this.#parts.log.error("who delivers could not be found out", { reason: reasonOf(error) }),
      )
      .finally(() => {
        this.#looking = null;
      });
  }

  async #look(): Promise<void> {
    const { dataFolder, log } = this.#parts;
    if (!hasLoneDeliverer(dataFolder)) return this.#take();
    if (!this.#isLeftOut) log.info("another process delivers what chains send");
    this.#isLeftOut = true;
    await this.#giveUp();
  }

  #take(): void {
    const { dataFolder, log, begin } = this.#parts;
    if (this.#lock !== null) return;
    this.#lock = tryLockRole(dataFolder, "deliver");
    if (this.#lock === null) return;
    if (this.#isLeftOut) log.info("the process that delivered has ended; this one delivers what chains send");
    this.#isLeftOut = false;
    begin();
  }

  async #giveUp(): Promise<void> {
    const lock = this.#lock;
    if (lock === null) return;
    await this.#parts.end();
    lock.release();
    this.#lock = null;
  }
}
