import type { Clock } from "../platform/clock.ts";
import { reasonOf } from "../platform/log.ts";
import type { DueRow, OutboxRow, OutboxStore } from "../store/outbox-store.ts";
import { isDiskFault } from "../store/store-fault.ts";
import { backOffMs } from "./back-off.ts";
import { Claims } from "./claims.ts";
import type { DeliveryGate } from "./delivery-gate.ts";
import { defaultLimits, type LimitSettings } from "./delivery-limits.ts";
import { type SendingParts, sendRow } from "./send-row.ts";
import type { SendOutcome } from "./sender.ts";

/** How long and how many settled rows are kept, so that people can look at them. */
const keptMs = 7 * 24 * 60 * 60 * 1000;
const keptMax = 100_000;
const tidyEveryMs = 60_000;
const prunedAtOnceMax = 1000;
/** Messages that are put off in a row before others get a turn. */
const putOffMax = 200;
const firstFaultMs = 100;
const lastFaultMs = 10_000;
/** How long a stopping deliverer lets deliveries finish before it interrupts them, and how long it waits for that. */
const defaultGraceMs = 4000;
const interruptMs = 1000;

export interface DelivererParts extends SendingParts {
  readonly store: OutboxStore;
  readonly clock: Clock;
  /** Without a gate, every message may be sent. */
  readonly gate?: DeliveryGate;
  /** After this many failed tries a message is dead. */
  readonly triesMax: number;
  /** Called after rows of the store were changed, because the store must be synced sooner or later. */
  readonly onSettled?: () => void;
  readonly limits?: Partial<LimitSettings>;
  readonly random?: () => number;
  readonly graceMs?: number;
}

interface Ended {
  readonly row: OutboxRow;
  readonly outcome: SendOutcome | "interrupted";
}

/**
 * Delivers the messages in the outbox. It sleeps until a row is due or it is woken, begins as many deliveries as the limits
 * allow, and records what became of each.
 *
 * Promises: a waiting row is tried until it is delivered or dead. A row is under way once at a time, even if several deliverers
 * share a store, each under its own name. Rows claimed by a deliverer that died are delivered by another when the lease ends,
 * and at once by one of the same name. No destination and no account holds up the others. A fault of the store is retried;
 * meanwhile outcomes are kept, and their rows count as under way, so that no receiver gets the same message over and over. Only
 * a fault of the disk itself ends `run` with an error. Does not promise that a message is sent once, nor any order.
 */
export class Deliverer {
  readonly #parts: DelivererParts;
  readonly #claims: Claims;
  readonly #inFlight = new Set<number>();
  readonly #ended: Ended[] = [];
  readonly #interrupt = new AbortController();
  #woken = Promise.withResolvers<void>();
  #finished: PromiseWithResolvers<void> | null = null;
  #stopping = false;
  #tidyDueMs = 0;
  #putOff = 0;
  #faultMs = firstFaultMs;

  constructor(parts: DelivererParts) {
    this.#parts = parts;
    this.#claims = new Claims(parts.store, { ...defaultLimits, ...parts.limits });
  }

  /** Resolves after `stop`. */
  async run(): Promise<void> {
    this.#finished = Promise.withResolvers();
    try {
      while (!this.#stopping) await this.#sleep(await this.#attempt());
      await this.#windUp();
    } finally {
      this.#finished.resolve();
    }
  }

  /** Called when there are new rows, or rows to retry. */
  wake(): void {
    this.#woken.resolve();
  }

  /** Called when messages that the gate held may be sent by now. */
  review(): void {
    this.#tidyDueMs = 0;
    this.wake();
  }

  /** Resolves within seconds. Unfinished deliveries stay waiting. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.wake();
    await this.#finished?.promise;
  }

  /** Does everything that is due. Resolves to how long to sleep. */
  async #attempt(): Promise<number> {
    try {
      await this.#settleEnded();
      await this.#claims.releaseStray(this.#inFlight);
      await this.#tidy();
      await this.#beginDue();
      this.#faultMs = firstFaultMs;
      return await this.#untilNextMs();
    } catch (error) {
      if (isDiskFault(error)) throw error;
      this.#claims.faulted();
      const retryMs = this.#faultMs;
      this.#parts.log.error("the outbox failed, will be retried", { reason: reasonOf(error), retryMs });
      this.#faultMs = Math.min(retryMs * 2, lastFaultMs);
      return retryMs;
    }
  }

  async #beginDue(): Promise<void> {
    const nowMs = this.#parts.clock.nowMs();
    this.#putOff = 0;
    while (!this.#stopping && this.#claims.hasRoom && this.#putOff < putOffMax) {
      const claimed = await this.#claims.take(nowMs, this.#inFlight);
      if (claimed === null) return;
      await this.#beginAll(claimed, nowMs);
    }
  }

  async #beginAll(claimed: readonly OutboxRow[], nowMs: number): Promise<void> {
    const left = new Set(claimed);
    try {
      for (const row of claimed) if (await this.#begin(row, nowMs)) left.delete(row);
    } finally {
      for (const row of left) this.#claims.cancel(row);
    }
  }

  /** Resolves to false if the row is not under way, because the gate has put it off or refused it. */
  async #begin(row: OutboxRow, nowMs: number): Promise<boolean> {
    const { gate, store, onSettled } = this.#parts;
    const admission = (await gate?.admit(row, nowMs)) ?? { kind: "send", message: row.message };
    if (admission.kind !== "send") {
      if (admission.kind === "refused") await this.#refuse(row, admission.reason, nowMs);
      else if (admission.kind === "needless") await store.delivered(row, nowMs, admission.note);
      else await store.release(row);
      this.#putOff++;
      onSettled?.();
      return false;
    }
    this.#claims.served(row);
    this.#inFlight.add(row.id);
    void this.#deliver({ ...row, message: admission.message });
    return true;
  }

  async #refuse(row: OutboxRow, reason: string, nowMs: number): Promise<void> {
    if (await this.#parts.store.refused(row, reason, nowMs)) this.#died(row, row.tries, reason);
    else this.#lost(row);
  }

  #end(row: DueRow): void {
    this.#inFlight.delete(row.id);
    this.#claims.end(row);
  }

  async #deliver(row: OutboxRow): Promise<void> {
    const outcome = await sendRow(this.#parts, row, this.#interrupt.signal);
    const isInterrupted = this.#interrupt.signal.aborted && outcome.kind !== "delivered";
    this.#ended.push({ row, outcome: isInterrupted ? "interrupted" : outcome });
    this.wake();
  }

  async #settleEnded(): Promise<void> {
    for (let ended = this.#ended[0]; ended !== undefined; ended = this.#ended[0]) {
      const { row, outcome } = ended;
      await this.#parts.gate?.ended(row, outcome !== "interrupted" && outcome.kind === "delivered");
      if (outcome === "interrupted") await this.#parts.store.release(row);
      else await this.#settle(row, outcome);
      this.#ended.shift();
      this.#end(ended.row);
    }
  }

  async #settle(row: OutboxRow, outcome: SendOutcome): Promise<void> {
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

  async #tidy(): Promise<void> {
    const { store, gate, clock } = this.#parts;
    const nowMs = clock.nowMs();
    if (nowMs < this.#tidyDueMs) return;
    // Set before anything is awaited, because a review that is requested meanwhile makes it due again.
    this.#tidyDueMs = nowMs + tidyEveryMs;
    let isDone = false;
    try {
      const settledBeforeMs = nowMs - keptMs;
      const pruned = await store.prune({ settledBeforeMs, keepMax: keptMax, max: prunedAtOnceMax });
      const hasMoreToRelease = (await gate?.review(nowMs)) ?? false;
      isDone = pruned < prunedAtOnceMax && !hasMoreToRelease;
    } finally {
      if (!isDone) this.#tidyDueMs = nowMs;
    }
  }

  /** Rows that are due already wait for a delivery to end or a second to pass, so their time does not matter. */
  async #untilNextMs(): Promise<number> {
    if (this.#putOff >= putOffMax) return 0;
    const nowMs = this.#parts.clock.nowMs();
    const nextDueMs = await this.#parts.store.nextDueMs(nowMs);
    const times = [nextDueMs, this.#claims.nextFreeMs(nowMs), this.#tidyDueMs];
    const nextMs = Math.min(...times.filter((timeMs) => timeMs !== null));
    return Math.min(Math.max(nextMs - nowMs, 0), tidyEveryMs);
  }

  async #sleep(ms: number): Promise<void> {
    const timer = setTimeout(() => this.wake(), ms);
    await this.#woken.promise;
    clearTimeout(timer);
    this.#woken = Promise.withResolvers();
  }

  async #windUp(): Promise<void> {
    let isTimeUp = false;
    const { graceMs = defaultGraceMs, log } = this.#parts;
    const grace = setTimeout(() => this.#interrupt.abort(), graceMs);
    const end = setTimeout(() => {
      isTimeUp = true;
      this.wake();
    }, graceMs + interruptMs);
    try {
      await this.#settleEnded();
      while (this.#inFlight.size > 0 && !isTimeUp) {
        await this.#sleep(graceMs + interruptMs);
        await this.#settleEnded();
      }
    } catch (error) {
      if (isDiskFault(error)) throw error;
      log.error("the outcomes of the last deliveries could not be saved", { reason: reasonOf(error) });
    } finally {
      clearTimeout(grace);
      clearTimeout(end);
      this.#interrupt.abort();
    }
  }
}
