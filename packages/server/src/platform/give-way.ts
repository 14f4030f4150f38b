import { AsyncLocalStorage } from "node:async_hooks";
import { setImmediate } from "node:timers/promises";

/** How long work may keep a thread that others wait for, before they get their turn. */
export const sliceMs = 4;

/** Lets others work. Resolves when it is this work's turn again, which it is not before `after` has ended. */
type Rest = (after?: Promise<unknown>) => Promise<void>;

/** A piece of work that takes turns with others. */
class Turn {
  readonly #rest: Rest;
  #sinceMs = performance.now();
  #resting: Promise<void> | null = null;
  #isOver = false;

  constructor(rest: Rest) {
    this.#rest = rest;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  get isLong(): boolean {
    return performance.now() - this.#sinceMs >= sliceMs;
  }

  get isResting(): boolean {
    return this.#resting !== null;
  }

  /** Parts of the work that are done at the same time rest together. */
  rest(after?: Promise<unknown>): Promise<void> {
    this.#resting ??= this.#rest(after).finally(() => {
      this.#resting = null;
      this.#sinceMs = performance.now();
    });
    return this.#resting;
  }

  /** Waits for a rest that is still under way, such as that of a part whose result was not needed. */
  async end(): Promise<void> {
    this.#isOver = true;
    await this.#resting;
  }
}

const turns = new AsyncLocalStorage<Turn | null>();

/** Does work that gives way to others by `rest`, wherever it calls `giveWay`. */
export async function workInTurn<T>(rest: Rest, work: () => Promise<T>): Promise<T> {
  const turn = new Turn(rest);
  try {
    return await turns.run(turn, work);
  } finally {
    await turn.end();
  }
}

/** Does work that others wait for, such as a transaction: it goes on without giving way. */
export function workWithoutGivingWay<T>(work: () => Promise<T>): Promise<T> {
  return turns.run(null, work);
}

/**
 * Does what only waits for another thread, which may take long, without keeping the turn: it would count as the caller's
 * meanwhile, and be charged for what the process does for others. `wait` itself never gives way.
 */
export async function waitOutsideTurn<T>(wait: () => Promise<T>): Promise<T> {
  const turn = turns.getStore();
  if (turn == null || turn.isOver || turn.isResting) return wait();
  const waiting = turns.run(null, wait);
  await turn.rest(waiting);
  return waiting;
}

/** Lets others work: those who wait for a turn, or at least whatever the event loop has to do. */
export async function giveWay(): Promise<void> {
  const turn = turns.getStore();
  if (turn == null || turn.isOver) await setImmediate();
  else await turn.rest();
}

/** The same, if the turn has taken long. Does nothing for work without turns. */
export async function giveWayIfLong(): Promise<void> {
  const turn = turns.getStore();
  if (turn != null && !turn.isOver && turn.isLong) await turn.rest();
}
