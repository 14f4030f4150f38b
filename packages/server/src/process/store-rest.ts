import { isReached } from "../queue/position.ts";
import type { Settlement } from "../store/settlement.ts";
import type { Processor } from "./processor.ts";

/** Tells the store to rest, which makes its commits durable, once nothing more is written to it. */
export class StoreRest {
  readonly #processor: Pick<Processor, "position">;
  readonly #settlement: Pick<Settlement, "rest">;
  #isRested = false;

  constructor(processor: Pick<Processor, "position">, settlement: Pick<Settlement, "rest">) {
    this.#processor = processor;
    this.#settlement = settlement;
  }

  /** Whether nothing was written since the store was told to rest, and everything is durable. */
  get isRested(): boolean {
    return this.#isRested;
  }

  /** Called when something was written to the store, or will be. */
  disturb(): void {
    this.#isRested = false;
  }

  async rest(): Promise<void> {
    const { position } = this.#processor;
    // Set before the store is told, because it must rest again if something is written meanwhile.
    this.#isRested = true;
    try {
      const durable = await this.#settlement.rest(position.partition);
      if (!isReached(position, durable)) this.#isRested = false;
    } catch (error) {
      this.#isRested = false;
      throw error;
    }
  }
}
