import {
  type DataLock,
  hasDeliverer,
  hasLoneDeliverer,
  tryLockRole,
} from "../../installation/embedded/data-lock.ts";
import { type Log, reasonOf } from "../../platform/log.ts";

/** How often it checks whether another process wants to deliver, or has ended. */
const lookEveryMs = 500;

interface DeliveryTurnParts {
  readonly dataFolder: string;
  readonly log: Log;
  readonly begin: () => void;
  /** Resolves when no delivery is in progress. */
  readonly end: () => Promise<void>;
}

/**
 * Decides whether the processor delivers the messages of chains. It does unless a process has this role alone. Its
 * states:
 * - *delivering*: it holds the lock of the role, so that no other process delivers.
 * - *not delivering*: another process holds the lock, or wants it.
 * When a process with this role alone starts, the processor finishes the deliveries in progress and releases the lock.
 * When that process has ended, the processor takes the lock back.
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
        this.#parts.log.error("could not find out which process delivers", { reason: reasonOf(error) }),
      )
      .finally(() => {
        this.#looking = null;
      });
  }

  async #look(): Promise<void> {
    const { dataFolder, log } = this.#parts;
    if (!hasLoneDeliverer(dataFolder)) return this.#take();
    if (!this.#isLeftOut) log.info("another process delivers the messages of chains");
    this.#isLeftOut = true;
    await this.#giveUp();
  }

  #take(): void {
    const { dataFolder, log, begin } = this.#parts;
    if (this.#lock !== null) return;
    // Another processor may deliver for as long as it runs, and taking the lock would wait each time.
    if (hasDeliverer(dataFolder)) return;
    this.#lock = tryLockRole(dataFolder, "deliver");
    if (this.#lock === null) return;
    if (this.#isLeftOut)
      log.info("the process that delivered the messages of chains has ended; this one delivers them");
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
