import type { WorkOwner } from "./chain-work.ts";

/** The limit of waiting work of all owners together. Each may hold a chain of up to 256 KiB. */
const waitingMax = 500;

/** Says when an owner may have its next turn, and is told when the owner waits for one. */
export interface DueTimes {
  dueInMs(owner: WorkOwner): number;
  beginWait(owner: WorkOwner): void;
  endWait(owner: WorkOwner): void;
}

interface Line {
  readonly owner: WorkOwner;
  readonly begins: (() => void)[];
}

/**
 * Gives turns to owners. An owner has one turn at a time and goes to the end after it, so that everybody waits for as
 * many turns as there are other owners, however much one of them asks for. Each caller of an owner has its own line. A
 * line that is not due yet is passed over.
 */
export class WorkTurns {
  readonly #turnsMax: number;
  readonly #dueTimes: DueTimes | null;
  /** The first entry of the map is next. */
  readonly #lines = new Map<string, Line>();
  /** Owners by name. */
  readonly #working = new Set<string>();
  #waitingCount = 0;
  #untilDue: Timer | undefined;

  /** `dueTimes`: null if everybody may always have the next turn. */
  constructor(turnsMax: number, dueTimes: DueTimes | null = null) {
    this.#turnsMax = turnsMax;
    this.#dueTimes = dueTimes;
  }

  /** Whether nobody else may wait. */
  get isFull(): boolean {
    return this.#waitingCount >= waitingMax;
  }

  /** Whether anybody waits for a turn. */
  get isWaitedFor(): boolean {
    return this.#waitingCount > 0;
  }

  /** How many turns the owner has or waits for. */
  countOf(name: string): number {
    let count = this.#working.has(name) ? 1 : 0;
    for (const { begins } of this.#linesOf(name)) count += begins.length;
    return count;
  }

  /** Does the work in the owner's turn, which lasts until the work is done. */
  async take<T>(owner: WorkOwner, work: () => Promise<T>): Promise<T> {
    const turn = Promise.withResolvers<void>();
    this.#waitingCount++;
    this.#dueTimes?.beginWait(owner);
    const line = this.#lines.get(lineOf(owner));
    if (line === undefined) this.#lines.set(lineOf(owner), { owner, begins: [turn.resolve] });
    else line.begins.push(turn.resolve);
    this.#giveTurns();
    await turn.promise;
    try {
      return await work();
    } finally {
      this.#working.delete(owner.name);
      this.#moveToEnd(owner);
      this.#giveTurns();
    }
  }

  /** The line that had the turn comes after the owner's other lines. */
  #moveToEnd(owner: WorkOwner): void {
    const own = lineOf(owner);
    const lines = this.#linesOf(owner.name).toSorted(
      (a, b) => Number(lineOf(a.owner) === own) - Number(lineOf(b.owner) === own),
    );
    for (const line of lines) {
      this.#lines.delete(lineOf(line.owner));
      this.#lines.set(lineOf(line.owner), line);
    }
  }

  #linesOf(name: string): Line[] {
    return [...this.#lines.values()].filter(({ owner }) => owner.name === name);
  }

  #giveTurns(): void {
    clearTimeout(this.#untilDue);
    let nextMs = Number.POSITIVE_INFINITY;
    for (const [key, { owner, begins }] of this.#lines) {
      if (this.#working.size >= this.#turnsMax) return;
      if (this.#working.has(owner.name)) continue;
      const dueInMs = this.#dueTimes?.dueInMs(owner) ?? 0;
      if (dueInMs > 0) {
        nextMs = Math.min(nextMs, dueInMs);
        continue;
      }
      const begin = begins.shift()!;
      if (begins.length === 0) this.#lines.delete(key);
      this.#working.add(owner.name);
      this.#waitingCount--;
      this.#dueTimes?.endWait(owner);
      begin();
    }
    if (nextMs < Number.POSITIVE_INFINITY)
      this.#untilDue = setTimeout(() => this.#giveTurns(), Math.ceil(nextMs));
  }
}

export function lineOf({ name, caller }: WorkOwner): string {
  return `${name}, ${caller}`;
}
