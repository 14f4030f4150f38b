import { isReached, type Position, startOf } from "../queue/position.ts";

/** Maximum number of requests that wait. Past it, a request is answered without waiting: its readings are durable anyway. */
const waitingMax = 10_000;

/** An account with readings that the processor has passed but not settled, from this position on. */
export interface ParkedAccount {
  readonly accountId: number;
  readonly position: Position;
}

/** The reported progress of one partition. */
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
 * Knows how far the processor has settled the queue, and holds the requests that wait until it has passed their readings.
 *
 * Requests ask in the order in which the queue grows and all wait equally long, so they form one line: the request at its front
 * is both settled first and given up first. One report of the processor answers any number of them, and one timer is enough for
 * all deadlines. Requests of accounts with parked readings, or of a partition that is behind, stay in the line while others
 * pass them.
 */
export class SettledPosition {
  readonly #waitMs: number;
  readonly #waitingMax: number;
  readonly #partitions = new Map<number, Reported>();
  #line: Waiter[] = [];
  #timer: Timer | null = null;

  /** The partitions are as far as `positions` say; all others are at their start. */
  constructor(positions: readonly Position[], waitMs: number, max = waitingMax) {
    for (const position of positions)
      this.#partitions.set(position.partition, { position, parked: new Map() });
    this.#waitMs = waitMs;
    this.#waitingMax = max;
  }

  /** For tests, which wait until requests wait. */
  get waiting(): number {
    return this.#line.length;
  }

  /** Called when the processor has settled everything of the partition up to `position`, except parked readings. */
  reached(position: Position, parked: readonly ParkedAccount[]): void {
    const positions = new Map(parked.map((one) => [one.accountId, one.position]));
    this.#partitions.set(position.partition, { position, parked: positions });
    if (parked.length === 0 && this.#partitions.size === 1)
      this.#answerFirst((waiter) => isReached(waiter.position, position));
    else this.#answer(({ position: asked, accountId }) => this.#isSettled(asked, accountId));
  }

  /** Resolves when everything up to `position` is settled, or after the maximum wait. */
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

  /** A partition without a report is at its start. */
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
