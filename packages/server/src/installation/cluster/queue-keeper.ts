import { type Log, reasonOf } from "../../platform/log.ts";
import type { QueueStream } from "../../queue/jetstream/queue-stream.ts";
import { QueueTrim } from "../../queue/jetstream/queue-trim.ts";
import type { Position } from "../../queue/position.ts";

const everyMs = 5000;

interface QueueKeeperParts {
  readonly stream: QueueStream;
  readonly log: Log;
  /** How long entries are kept after they are settled. */
  readonly windowMs: number;
  readonly nowMs: () => number;
  /** How far each partition is settled durably. */
  readonly positions: () => Promise<readonly Position[]>;
  /** Whether this process trims the queue. One process at a time does; a second one would only repeat the work. */
  readonly isKeeper: () => Promise<boolean>;
  /** Called with how far the stream has grown. */
  readonly seen?: (sequence: number) => Promise<void>;
}

/** Removes settled entries regularly, so that the stream does not fill up. */
export class QueueKeeper {
  readonly #parts: QueueKeeperParts;
  readonly #trim: QueueTrim;
  #timer: Timer | null = null;
  #keeping: Promise<void> | null = null;
  #hasFailed = false;

  constructor(parts: QueueKeeperParts) {
    const { stream, windowMs, nowMs } = parts;
    this.#parts = parts;
    // The other half is for unsettled entries.
    this.#trim = new QueueTrim(stream, { windowMs, nowMs, keptBytesMax: stream.bytesMax / 2 });
  }

  start(): void {
    this.#timer = setInterval(() => void this.keep(), everyMs);
  }

  async stop(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    await this.#keeping;
  }

  /** Runs once. A failed run is repeated the next time. */
  keep(): Promise<void> {
    this.#keeping ??= this.#keep()
      .then(() => this.#succeeded())
      .catch((error: unknown) => this.#failed(error))
      .finally(() => {
        this.#keeping = null;
      });
    return this.#keeping;
  }

  async #keep(): Promise<void> {
    const { isKeeper, positions, seen } = this.#parts;
    if (!(await isKeeper())) return;
    const lastSequence = await this.#trim.trim(await positions());
    await seen?.(lastSequence);
  }

  #succeeded(): void {
    this.#hasFailed = false;
  }

  #failed(error: unknown): void {
    if (!this.#hasFailed)
      this.#parts.log.warn("settled readings cannot be removed from the queue, trying again", {
        reason: reasonOf(error),
      });
    this.#hasFailed = true;
  }
}
