import type { Clock } from "../../../platform/clock.ts";

const minuteMs = 60_000;
/** What may be used at once without a pause is the share of so much time: enough for everything that somebody does who edits a chain. */
const burstMs = 1000;
/** How long after its last work an owner waits at most that owes no more than its share of a minute. */
const pauseMaxMs = 1000;
/** Owners that are remembered before those that owe nothing are forgotten. */
const ownersMax = 1000;

interface Debt {
  readonly ms: number;
  readonly atMs: number;
}

/**
 * A share of time for each owner. What an owner uses is a debt that gets smaller at the rate of the share. Whoever owes more
 * than may be used at once has to wait, so that a loop goes no faster than the share, and not with all its speed until a limit
 * is reached.
 *
 * A single long piece of work must not make somebody wait who looks at its result and goes on. So the wait ends a second
 * after the last work, as long as the owner owes no more than its share of a minute. A loop of short pieces does not get
 * there, because each of its waits is shorter than that.
 */
export class WorkShares {
  readonly #clock: Clock;
  readonly #share: number;
  readonly #debts = new Map<string, Debt>();

  constructor(clock: Clock, secondsPerMinute: number) {
    this.#clock = clock;
    this.#share = (secondsPerMinute * 1000) / minuteMs;
  }

  add(owner: string, ms: number): void {
    const atMs = this.#clock.nowMs();
    this.#debts.set(owner, { ms: this.#owedMs(owner, atMs) + ms, atMs });
    if (this.#debts.size > ownersMax) this.#forget(atMs);
  }

  /** How long the owner has to wait before it may use more; 0 where it may. */
  dueInMs(owner: string): number {
    const debt = this.#debts.get(owner);
    if (debt === undefined) return 0;
    const nowMs = this.#clock.nowMs();
    const paidInMs = this.#owedMs(owner, nowMs) / this.#share;
    const pauseMs = Math.min(paidInMs - burstMs, debt.atMs + pauseMaxMs - nowMs);
    return Math.max(0, pauseMs, paidInMs - minuteMs);
  }

  #owedMs(owner: string, nowMs: number): number {
    const debt = this.#debts.get(owner);
    return debt === undefined ? 0 : Math.max(0, debt.ms - (nowMs - debt.atMs) * this.#share);
  }

  #forget(nowMs: number): void {
    for (const owner of this.#debts.keys()) if (this.#owedMs(owner, nowMs) === 0) this.#debts.delete(owner);
  }
}
