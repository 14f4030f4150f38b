import type { Clock } from "../../platform/clock.ts";

const minuteMs = 60_000;
/** Enough for everything a person does while editing a chain. */
const defaultBurstMs = 1000;
/** The longest wait after its last work of an owner that owes at most its share of a minute. */
const firstPauseMs = 1000;
/** The same for an owner that has waited repeatedly. */
const lastPauseMs = 8000;
/** How many owners are remembered before those without debt are forgotten. */
const ownersMax = 1000;

interface ShareOptions {
  readonly secondsPerMinute: number;
  /** What an owner has of its share while its work waits. */
  readonly waitingPart: number;
  /** The share of this much time may be used at once without a pause. */
  readonly burstMs?: number;
}

interface Debt {
  owedMs: number;
  /** When this much was owed. */
  atMs: number;
  workedMs: number;
  /** The number of waiting pieces of work. */
  waiting: number;
  waitingSinceMs: number;
  pauseMs: number;
}

/**
 * A share of time for each owner. What an owner uses is a debt, which shrinks at the rate of the share, and at a part
 * of this rate while work of the owner waits. An owner that owes more than may be used at once has to wait. So a loop
 * runs at that part of the rate instead of at full speed until a limit is reached. People look at one result before
 * they ask for the next, so they have their whole share.
 *
 * A single long piece of work must not delay a person who looks at its result and continues. So the wait ends a second
 * after the last work, as long as the owner owes at most its share of a minute. An owner that asks before that second
 * is over waits twice as long the next time.
 */
export class WorkShares {
  readonly #clock: Clock;
  readonly #share: number;
  readonly #waitingShare: number;
  readonly #burstMs: number;
  readonly #debts = new Map<string, Debt>();

  constructor(clock: Clock, { secondsPerMinute, waitingPart, burstMs = defaultBurstMs }: ShareOptions) {
    this.#clock = clock;
    this.#share = (secondsPerMinute * 1000) / minuteMs;
    this.#waitingShare = this.#share * waitingPart;
    this.#burstMs = burstMs;
  }

  add(owner: string, ms: number): void {
    const debt = this.#debtOf(owner);
    debt.owedMs += ms;
    debt.workedMs = debt.atMs;
  }

  /** Marks that a piece of work of the owner waits, until `endWait`. */
  beginWait(owner: string): void {
    const debt = this.#debtOf(owner);
    if (debt.waiting++ === 0) debt.waitingSinceMs = debt.atMs;
  }

  endWait(owner: string): void {
    const debt = this.#debtOf(owner);
    debt.waiting--;
    if (debt.owedMs <= this.#share * this.#burstMs || debt.waitingSinceMs >= debt.workedMs + debt.pauseMs)
      debt.pauseMs = firstPauseMs;
    else debt.pauseMs = Math.min(debt.pauseMs * 2, lastPauseMs);
  }

  /** How long the owner has to wait before it may use more; 0 if it need not. */
  dueInMs(owner: string): number {
    if (!this.#debts.has(owner)) return 0;
    const { owedMs, atMs, workedMs, pauseMs } = this.#debtOf(owner);
    const untilBurstMs = (owedMs - this.#share * this.#burstMs) / this.#waitingShare;
    const untilMinuteMs = (owedMs - this.#share * minuteMs) / this.#waitingShare;
    return Math.max(0, Math.min(untilBurstMs, workedMs + pauseMs - atMs), untilMinuteMs);
  }

  /** The same for an owner that asks for nothing meanwhile. */
  restMs(owner: string): number {
    return Math.max(0, this.#debtOf(owner).owedMs / this.#share - minuteMs);
  }

  /** What the owner owes now. */
  #debtOf(owner: string): Debt {
    const nowMs = this.#clock.nowMs();
    const debt = this.#debts.get(owner) ?? this.#remember(owner, nowMs);
    const rate = debt.waiting > 0 ? this.#waitingShare : this.#share;
    debt.owedMs = Math.max(0, debt.owedMs - (nowMs - debt.atMs) * rate);
    debt.atMs = nowMs;
    return debt;
  }

  #remember(owner: string, nowMs: number): Debt {
    if (this.#debts.size >= ownersMax) this.#forget();
    const none = { owedMs: 0, workedMs: Number.NEGATIVE_INFINITY, waiting: 0, pauseMs: firstPauseMs };
    const debt = { ...none, atMs: nowMs, waitingSinceMs: nowMs };
    this.#debts.set(owner, debt);
    return debt;
  }

  #forget(): void {
    for (const owner of [...this.#debts.keys()]) {
      const { owedMs, waiting } = this.#debtOf(owner);
      if (owedMs === 0 && waiting === 0) this.#debts.delete(owner);
    }
  }
}
