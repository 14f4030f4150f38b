import { isReached, type Position, startOf } from "../queue/position.ts";

/** Requests that may wait at a time. Past it a request is answered without waiting: its readings are durable anyway. */
const waitingMax = 10_000;

/** Readings of an account that the processor has passed and not settled, from this position on. */
export interface ParkedAccount {
  readonly accountId: number;
  readonly position: Position;
}

/** How far one partition is. */
interface Reported {
  readonly position: Position;
  readonly parked: ReadonlyMap<number, Position>;
}

interface Waiter {
  readonly position: Position;
  readonly accountId: number;
  readonly deadlineMs: number;
  readonly answer: () => void;
}

/**
 * How far the processor has settled the queue, and the requests that wait until it has passed their readings.
 *
 * Requests ask in the order in which the queue grows and all wait equally long, so they form one line: whoever is at
 * its front is both settled first and given up first. One report of the processor answers any number of them, and one
 * timer is enough for all deadlines. Requests of accounts whose readings are parked stay in the line, and the others pass,
 * and so do those of one partition where another is behind.
 */
export class SettledPosition {
  readonly #waitMs: number;
  readonly #waitingMax: number;
  readonly #partitions = new Map<number, Reported>();
  #line: Waiter[] = [];
  #timer: Timer | null = null;

  /** The partitions are as far as `positions` say, and those that are not among them at their start. */
  constructor(positions: readonly Position[], waitMs: number, max = waitingMax) {
    for (const position of positions)
      this.#partitions.set(position.partition, { position, parked: new Map() });
    this.#waitMs = waitMs;
    this.#waitingMax = max;
  }

  get waiting(): number {
    return this.#line.length;
  }

  /** The processor has settled everything of the partition up to `position`, but for what it has parked. */
  reached(position: Position, parked: readonly ParkedAccount[]): void {
    const positions = new Map(parked.map((one) => [one.accountId, one.position]));
    this.#partitions.set(position.partition, { position, parked: positions });
    if (parked.length === 0 && this.#partitions.size === 1)
      this.#answerFirst((waiter) => isReached(waiter.position, position));
    else this.#answer(({ position: asked, accountId }) => this.#isSettled(asked, accountId));
  }

  /** Resolves when everything up to `position` is settled, or has not been for as long as a request waits. */
  until(position: Position, accountId: number): Promise<void> {
    const isSettled = this.#isSettled(position, accountId);
    if (isSettled || this.#waitMs === 0 || this.#line.length >= this.#waitingMax) return Promise.resolve();
    return new Promise((answer) => {
      this.#line.push({ position, accountId, deadlineMs: performance.now() + this.#waitMs, answer });
      this.#timer ??= setTimeout(this.#giveUp, this.#waitMs).unref();
    });
  }

  readonly #giveUp = (): void => {
    this.#timer = null;
    const nowMs = performance.now();
    this.#answerFirst((waiter) => waiter.deadlineMs <= nowMs);
    const first = this.#line[0];
    if (first !== undefined) this.#timer = setTimeout(this.#giveUp, first.deadlineMs - nowMs).unref();
  };

  #isSettled(position: Position, accountId: number): boolean {
    const reported = this.#reportedOf(position.partition);
    if (!isReached(position, reported.position)) return false;
    const parked = reported.parked.get(accountId);
    return parked === undefined || !isReached(parked, position);
  }

  /** A partition that nobody has reported yet is at its start. */
  #reportedOf(partition: number): Reported {
    const known = this.#partitions.get(partition);
    if (known !== undefined) return known;
    const reported = { position: startOf(partition), parked: new Map() };
    this.#partitions.set(partition, reported);
    return reported;
  }

  #answer(isDue: (waiter: Waiter) => boolean): void {
    const due = this.#line.filter(isDue);
    this.#line = this.#line.filter((waiter) => !isDue(waiter));
    for (const { answer } of due) answer();
  }

  #answerFirst(isDue: (waiter: Waiter) => boolean): void {
    const firstLeft = this.#line.findIndex((waiter) => !isDue(waiter));
    const due = firstLeft < 0 ? this.#line : this.#line.slice(0, firstLeft);
    this.#line = firstLeft < 0 ? [] : this.#line.slice(firstLeft);
    for (const { answer } of due) answer();
  }
}
