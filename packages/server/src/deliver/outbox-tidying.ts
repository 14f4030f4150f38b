import type { Clock } from "../platform/clock.ts";
import type { OutboxStore } from "../store/outbox/outbox-store.ts";
import type { DeliveryGate } from "./delivery-gate.ts";

/** How long and how many settled rows are kept, so that people can look at them. */
const keptMs = 7 * 24 * 60 * 60 * 1000;
const keptMax = 100_000;
const prunedAtOnceMax = 1000;
export const tidyEveryMs = 60_000;

interface TidyingParts {
  readonly store: Pick<OutboxStore, "prune">;
  readonly gate?: DeliveryGate;
  readonly clock: Clock;
}

/** Deletes old settled rows and releases held ones that may be sent, once a minute and on request. */
export class OutboxTidying {
  readonly #parts: TidyingParts;
  #dueMs = 0;

  constructor(parts: TidyingParts) {
    this.#parts = parts;
  }

  get dueMs(): number {
    return this.#dueMs;
  }

  /** Called when messages that the gate held may be sent by now. */
  review(): void {
    this.#dueMs = 0;
  }

  async tidy(): Promise<void> {
    const { store, gate, clock } = this.#parts;
    const nowMs = clock.nowMs();
    if (nowMs < this.#dueMs) return;
    // Set before anything is awaited, because a review that is requested meanwhile makes it due again.
    this.#dueMs = nowMs + tidyEveryMs;
    let isDone = false;
    try {
      const settledBeforeMs = nowMs - keptMs;
      const pruned = await store.prune({ settledBeforeMs, keepMax: keptMax, max: prunedAtOnceMax });
      const hasMoreToRelease = (await gate?.review(nowMs)) ?? false;
      isDone = pruned < prunedAtOnceMax && !hasMoreToRelease;
    } finally {
      if (!isDone) this.#dueMs = nowMs;
    }
  }
}
