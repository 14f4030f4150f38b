import { decodeBlock } from "../blocks/block-codec.ts";
import { holds, type ReadingSeries } from "../blocks/reading-series.ts";
import type { StoredBlock } from "../blocks/stored-block.ts";
import type { StoredBlocks } from "./stored-blocks.ts";

/**
 * Tells whether the blocks of a sensor hold a reading. Ask in order of time, so that each block is found and decoded
 * once, however many readings fall into it. Create a new one after a block was written.
 */
export class BlockLookup {
  readonly #stored: StoredBlocks;
  readonly #sensorId: number;
  /** The oldest block that ends at the requested time or later, or null. */
  #block: StoredBlock | null = null;
  #series: ReadingSeries | null = null;
  #reachesUs = Number.NEGATIVE_INFINITY;

  constructor(stored: StoredBlocks, sensorId: number) {
    this.#stored = stored;
    this.#sensorId = sensorId;
  }

  holds(atUs: number, value: number): boolean {
    if (atUs > this.#reachesUs) this.#find(atUs);
    if (this.#block === null || atUs < this.#block.firstUs) return false;
    this.#series ??= decodeBlock(this.#block.data);
    return holds(this.#series, atUs, value);
  }

  #find(atUs: number): void {
    this.#block = this.#stored.firstEndingFrom(this.#sensorId, atUs);
    this.#series = null;
    this.#reachesUs = this.#block === null ? Number.POSITIVE_INFINITY : this.#block.lastUs;
  }
}
