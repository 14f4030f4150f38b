import { isReached, type Position } from "../queue/position.ts";
import type { Settlement } from "../store/settlement.ts";
import type { Processor } from "./processor.ts";

/** Queue bytes after which the store is synced, so that the queue can let go of them. */
const syncEveryBytes = 16 * 1024 * 1024;

/** How far the store would survive a power cut, and when it has to be synced to get further. */
export class StoreSync {
  readonly #settlement: Pick<Settlement, "sync">;
  readonly #processor: Processor;
  #unsyncedBytes = 0;
  #durable: Position | null = null;

  constructor(settlement: Pick<Settlement, "sync">, processor: Processor) {
    this.#settlement = settlement;
    this.#processor = processor;
  }

  /** Null before the first `sync`. */
  get durablePosition(): Position | null {
    return this.#durable;
  }

  wrote(bytes: number): void {
    this.#unsyncedBytes += bytes;
  }

  /** Whether there is something that a power cut would take. */
  get isPending(): boolean {
    return this.#unsyncedBytes > 0;
  }

  /** Whether that is so much that it cannot wait for a quiet moment. */
  get isDue(): boolean {
    return this.#unsyncedBytes >= syncEveryBytes;
  }

  async sync(): Promise<void> {
    const { position } = this.#processor;
    this.#durable = await this.#settlement.sync(position.partition);
    if (isReached(position, this.#durable)) this.#unsyncedBytes = 0;
  }
}
