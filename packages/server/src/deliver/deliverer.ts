import { reasonOf } from "../platform/log.ts";
import type { OutboxRow, OutboxStore } from "../store/outbox/outbox-store.ts";
import { isDiskFault, isEngineFault } from "../store/store-fault.ts";
import { AsideRows } from "./aside-rows.ts";
import { Claims } from "./claims.ts";
import type { DeliveryGate } from "./delivery-gate.ts";
import { defaultLimits, type LimitSettings } from "./delivery-limits.ts";
import { OutboxTidying, tidyEveryMs } from "./outbox-tidying.ts";
import { reasonOfFailure } from "./reason-of-failure.ts";
import { RowSettler, type SettlingParts } from "./row-settler.ts";
import { type SendingParts, sendRow } from "./send-row.ts";
import type { SendOutcome } from "./sender.ts";

/** Messages that are put off in a row before others get a turn. */
const putOffMax = 200;
const firstFaultMs = 100;
const lastFaultMs = 10_000;
/** After this many faults of the store in a row, it is taken to be away, and the outcomes of other rows wait. */
const engineFaultsMax = 2;
/** How long a stopping deliverer lets deliveries finish before it interrupts them, and how long it waits for that. */
const defaultGraceMs = 4000;
const interruptMs = 1000;

export interface DelivererParts extends SendingParts, SettlingParts {
  readonly store: OutboxStore;
  /** With what an account counts where nobody may crowd out others. */
  readonly tenantOf: (accountId: number) => Promise<number>;
  /** Without a gate, every message may be sent. */
  readonly gate?: DeliveryGate;
  /** Called after every attempt, with the reason if it failed, so that people learn of it. */
  readonly onAttempt?: (failure: string | null) => void;
  readonly limits?: Partial<LimitSettings>;
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
 * and at once by one of the same name. No destination, no tenant and no row holds up the others: a row that cannot be handled
 * is put off with the reason and counts a try, so that it is dead in the end. A fault of the store is retried; meanwhile
 * outcomes are kept, and their rows count as under way, so that no receiver gets the same message over and over. Only a fault
 * of the disk itself ends `run` with an error. Does not promise that a message is sent once, nor any order.
 */
export class Deliverer {
  readonly #parts: DelivererParts;
  readonly #claims: Claims;
  readonly #settler: RowSettler;
  readonly #tidying: OutboxTidying;
  readonly #inFlight = new Set<number>();
  readonly #aside = new AsideRows();
  readonly #ended: Ended[] = [];
  readonly #interrupt = new AbortController();
  #woken = Promise.withResolvers<void>();
  #finished: PromiseWithResolvers<void> | null = null;
  #stopping = false;
  #putOff = 0;
  #lookedMs = 0;
  #sleepMs = 0;
  #faultMs = firstFaultMs;

  constructor(parts: DelivererParts) {
    this.#parts = parts;
    this.#settler = new RowSettler(parts);
    this.#tidying = new OutboxTidying(parts);
    this.#claims = new Claims(parts.store, { ...defaultLimits, ...parts.limits }, parts.tenantOf);
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
    this.#tidying.review();
    this.wake();
  }

  /** Resolves within seconds. Unfinished deliveries stay waiting. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.wake();
    await this.#finished?.promise;
  }

  /** Does everything that is due. Resolves to how long to sleep. A stage that fails does not keep the others from their work. */
  async #attempt(): Promise<number> {
    const { log, onAttempt } = this.#parts;
    const stages = [
      () => this.#settleEnded(),
      () => this.#claims.releaseStray(this.#inFlight),
      () => this.#tidying.tidy(),
      () => this.#beginDue(),
      () => this.#lookAhead(),
    ];
    const reasons: string[] = [];
    for (const stage of stages) {
      const reason = await reasonOfFailure(stage);
      if (reason !== null) reasons.push(reason);
    }
    const [reason = null] = reasons;
    onAttempt?.(reason);
    if (reason === null) {
      this.#faultMs = firstFaultMs;
      return this.#sleepMs;
    }
    this.#claims.faulted();
    const retryMs = this.#faultMs;
    log.error("the outbox failed, will be retried", { reason, retryMs });
    this.#faultMs = Math.min(retryMs * 2, lastFaultMs);
    return retryMs;
  }

  async #beginDue(): Promise<void> {
    const nowMs = this.#parts.clock.nowMs();
    this.#lookedMs = nowMs;
    this.#putOff = 0;
    while (!this.#stopping && this.#claims.hasRoom && this.#putOff < putOffMax) {
      const claimed = await this.#claims.take(nowMs, new Set([...this.#inFlight, ...this.#aside.at(nowMs)]));
      if (claimed === null) return;
      await this.#beginAll(claimed, nowMs);
    }
  }

  async #beginAll(claimed: readonly OutboxRow[], nowMs: number): Promise<void> {
    const left = new Set(claimed);
    try {
      for (const row of claimed) if (await this.#tryToBegin(row, nowMs)) left.delete(row);
    } finally {
      for (const row of left) this.#claims.cancel(row);
    }
  }

  async #tryToBegin(row: OutboxRow, nowMs: number): Promise<boolean> {
    try {
      const isUnderWay = await this.#begin(row, nowMs);
      this.#aside.forget(row.id);
      return isUnderWay;
    } catch (error) {
      await this.#putAside(row, error);
      this.#putOff++;
      return false;
    }
  }

  /**
   * Puts a row off that could not be handled. If the store failed, that is probably not because of the row: the attempt ends, and
   * the next one begins with other rows.
   */
  async #putAside(row: OutboxRow, error: unknown): Promise<void> {
    const { clock, gate } = this.#parts;
    const { id } = row;
    if (isDiskFault(error)) throw error;
    const isAgain = this.#aside.has(id);
    this.#aside.put(id, clock.nowMs());
    if (isEngineFault(error) && !isAgain) throw error;
    await gate?.ended(row, false).catch(() => undefined);
    await this.#settler.putOff(row, error);
    this.#aside.forget(id);
  }

  /** Resolves to false if the row is not under way, because the gate has put it off or refused it. */
  async #begin(row: OutboxRow, nowMs: number): Promise<boolean> {
    const { gate, store, onSettled } = this.#parts;
    const admission = (await gate?.admit(row, nowMs)) ?? { kind: "send", message: row.message };
    if (admission.kind !== "send") {
      if (admission.kind === "refused") await this.#settler.refuse(row, admission.reason, nowMs);
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

  async #deliver(row: OutboxRow): Promise<void> {
    const outcome = await sendRow(this.#parts, row, this.#interrupt.signal);
    const isInterrupted = this.#interrupt.signal.aborted && outcome.kind !== "delivered";
    this.#ended.push({ row, outcome: isInterrupted ? "interrupted" : outcome });
    this.wake();
  }

  async #settleEnded(): Promise<void> {
    let faults = 0;
    let fault: unknown;
    for (let left = this.#ended.length; left > 0 && faults < engineFaultsMax; left--) {
      const ended = this.#ended.shift()!;
      try {
        await this.#settleOne(ended);
        this.#inFlight.delete(ended.row.id);
        this.#claims.end(ended.row);
        faults = 0;
      } catch (error) {
        // Its outcome is kept for the next attempt, behind those of other rows.
        this.#ended.push(ended);
        if (isDiskFault(error)) throw error;
        fault = error;
        faults++;
      }
    }
    if (fault !== undefined) throw fault;
  }

  /** Rejects only if the store failed. */
  async #settleOne({ row, outcome }: Ended): Promise<void> {
    const { store } = this.#parts;
    try {
      await this.#endAtGate(row, outcome !== "interrupted" && outcome.kind === "delivered");
      if (outcome === "interrupted") await store.release(row);
      else await this.#settler.settle(row, outcome);
    } catch (error) {
      if (isEngineFault(error)) throw error;
      await this.#putAside(row, error);
    }
  }

  /** A message that was delivered stays so, even if the gate cannot count it. */
  async #endAtGate(row: OutboxRow, isDelivered: boolean): Promise<void> {
    const { gate, log } = this.#parts;
    try {
      await gate?.ended(row, isDelivered);
    } catch (error) {
      if (isEngineFault(error)) throw error;
      log.error("a delivery could not be counted", { id: row.id, reason: reasonOf(error) });
    }
  }

  /**
   * Rows that were due already wait for a delivery to end or a second to pass, so their time does not matter. What has become
   * due or free since they were looked for does.
   */
  async #lookAhead(): Promise<void> {
    const { clock, store } = this.#parts;
    const lookedMs = this.#lookedMs;
    const times = [
      await store.nextDueMs(lookedMs),
      this.#claims.nextFreeMs(lookedMs),
      this.#aside.nextMs(lookedMs),
      this.#tidying.dueMs,
    ];
    const nextMs = Math.min(...times.filter((timeMs) => timeMs !== null));
    const leftMs = Math.max(nextMs - clock.nowMs(), 0);
    this.#sleepMs = this.#putOff >= putOffMax ? 0 : Math.min(leftMs, tidyEveryMs);
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
