import type { Clock } from "../platform/clock.ts";
import { type Log, reasonOf } from "../platform/log.ts";
import type { OutboxRow, OutboxStore } from "../store/outbox/outbox-store.ts";
import { StoreFault } from "../store/store-fault.ts";
import { backOffMs } from "./back-off.ts";
import { failed, type SendOutcome } from "./sender.ts";

export interface SettlingParts {
  readonly store: Pick<OutboxStore, "delivered" | "failed" | "refused">;
  readonly clock: Clock;
  readonly log: Log;
  /** After this many failed tries a message is dead. */
  readonly triesMax: number;
  /** Called after rows of the store were changed, because the store must be synced sooner or later. */
  readonly onSettled?: () => void;
  readonly random?: () => number;
}

/** Records what became of messages, and says so where the operator should know. */
export class RowSettler {
  readonly #parts: SettlingParts;

  constructor(parts: SettlingParts) {
    this.#parts = parts;
  }

  /** Counts a try of a message that could not be handled. */
  putOff(row: OutboxRow, error: unknown): Promise<void> {
    const { id, accountId, destination } = row;
    const facts = { id, accountId, destination, reason: reasonOf(error) };
    this.#parts.log.error("a message could not be handled and was put off", facts);
    return this.settle(row, failed(reasonForPeople(error)));
  }

  async refuse(row: OutboxRow, reason: string, nowMs: number): Promise<void> {
    if (await this.#parts.store.refused(row, reason, nowMs)) this.#died(row, row.tries, reason);
    else this.#lost(row);
  }

  async settle(row: OutboxRow, outcome: SendOutcome): Promise<void> {
    const { store, clock, onSettled } = this.#parts;
    const nowMs = clock.nowMs();
    if (outcome.kind === "delivered") {
      if (!(await store.delivered(row, nowMs, outcome.note))) this.#lost(row);
    } else {
      const againMs = this.#againMs(row, outcome, nowMs);
      if (!(await store.failed(row, outcome.reason, nowMs, againMs))) this.#lost(row);
      else if (againMs === null) this.#died(row, row.tries + 1, outcome.reason);
    }
    onSettled?.();
  }

  #againMs(
    row: OutboxRow,
    outcome: Exclude<SendOutcome, { kind: "delivered" }>,
    nowMs: number,
  ): number | null {
    const { triesMax, random = Math.random } = this.#parts;
    const tries = row.tries + 1;
    if (outcome.kind === "hopeless" || tries >= triesMax) return null;
    return nowMs + Math.max(backOffMs(tries, random), outcome.retryAfterMs ?? 0);
  }

  /** Another deliverer has claimed the message since and will record its result. */
  #lost({ id, accountId, destination }: OutboxRow): void {
    const facts = { id, accountId, destination };
    this.#parts.log.warn("another deliverer claimed a message before its outcome was saved", facts);
  }

  #died({ id, accountId, destination }: OutboxRow, tries: number, reason: string): void {
    const facts = { id, accountId, destination, tries, reason };
    this.#parts.log.warn("a message could not be delivered and is dead", facts);
  }
}

/** People of the account read this about a row that could not be handled. Other errors may name things that they must not see. */
function reasonForPeople(error: unknown): string {
  const details = error instanceof StoreFault ? error.message : "The operator's log has details.";
  return `Weir could not handle this message. ${details}`;
}
