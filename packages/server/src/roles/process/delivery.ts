import type { Deliverer } from "../../deliver/deliverer.ts";
import type { DeliverySettings } from "../../process/process-messages.ts";
import type { OutboxStore } from "../../store/outbox/outbox-store.ts";
import { createDeliverer, type DeliveryParts } from "../deliver/create-deliverer.ts";

interface DeliveryWatch {
  /** Delivery has written to the store. */
  readonly onSettled: () => void;
  /** The disk itself is broken. */
  readonly onFault: (error: unknown) => void;
}

/**
 * Delivery in the process of the processor. It can be stopped and started again. Chains can write to the outbox at any
 * time, also while another process delivers.
 */
export class Delivery {
  /** The outbox, for actions of people. */
  readonly store: Pick<OutboxStore, "retry">;
  readonly #parts: DeliveryParts;
  readonly #tellDeliverers: () => void;
  #deliverer: Deliverer | null = null;

  /** `tellDeliverers` says that there are new messages, to processes that have this role alone. */
  constructor(parts: DeliveryParts, tellDeliverers: () => void) {
    this.#parts = parts;
    this.#tellDeliverers = tellDeliverers;
    const { outbox } = parts;
    this.store = {
      retry: async (id, nowMs) => {
        const isThere = await outbox.retry(id, nowMs);
        this.wake();
        return isThere;
      },
    };
  }

  start(settings: DeliverySettings, watch: DeliveryWatch): void {
    this.#deliverer = createDeliverer(settings, { ...this.#parts, onSettled: watch.onSettled });
    this.#deliverer.run().catch(watch.onFault);
  }

  /** Recipients have answered, or have become members. */
  reviewHeld(): void {
    this.#deliverer?.review();
  }

  async stop(): Promise<void> {
    const deliverer = this.#deliverer;
    this.#deliverer = null;
    await deliverer?.stop();
  }

  /** There are new messages in the outbox. */
  wake(): void {
    if (this.#deliverer === null) this.#tellDeliverers();
    else this.#deliverer.wake();
  }

  /** Another process says so. */
  told(): void {
    this.#deliverer?.wake();
  }
}
