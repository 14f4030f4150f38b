import type { Position } from "../queue/position.ts";
import type { ReadingStore } from "../store/reading-store.ts";
import type { Processor } from "./processor.ts";

/** Queue bytes after which the store is synced, so that the queue can let go of them. */
const syncEveryBytes = 16 * 1024 * 1024;

/** How far the store would survive a power cut, and when it has to be synced to get further. */
export class StoreSync {
  readonly #store: ReadingStore;
  readonly #processor: Processor;
  #unsyncedBytes = 0;
  #durable: Position;

  constructor(store: ReadingStore, processor: Processor) {
    this.#store = store;
    this.#processor = processor;
    this.#durable = this.#synced();
  }

  get durablePosition(): Position {
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

  sync(): void {
    this.#durable = this.#synced();
    if (this.#durable.sequence === this.#processor.position.sequence) this.#unsyncedBytes = 0;
  }

  #synced(): Position {
    return { ...this.#processor.position, sequence: this.#store.sync() };
  }
}
