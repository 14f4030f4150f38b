/** Work that waits for its turn, of all owners together. Each may hold a chain of up to 256 KiB. */
const waitingMax = 500;

/**
 * Gives turns to owners. An owner has one turn at a time, and whoever has just had one goes to the end of the line, so that
 * everybody waits for as many turns as there are other owners, however much one of them asks for. An owner that is not due yet is
 * passed over.
 */
export class WorkTurns {
  readonly #turnsMax: number;
  readonly #dueInMs: (owner: string) => number;
  /** By owner. The first of the map is next. */
  readonly #waiting = new Map<string, (() => void)[]>();
  readonly #working = new Set<string>();
  #waitingCount = 0;
  #untilDue: Timer | undefined;

  constructor(turnsMax: number, dueInMs: (owner: string) => number = () => 0) {
    this.#turnsMax = turnsMax;
    this.#dueInMs = dueInMs;
  }

  /** Whether nobody else may wait. */
  get isFull(): boolean {
    return this.#waitingCount >= waitingMax;
  }

  /** How many turns the owner has or waits for. */
  countOf(owner: string): number {
    return (this.#waiting.get(owner)?.length ?? 0) + (this.#working.has(owner) ? 1 : 0);
  }

  /** Does the work when it is the owner's turn, which it has until the work is done. */
  async take<T>(owner: string, work: () => Promise<T>): Promise<T> {
    const turn = Promise.withResolvers<void>();
    this.#waitingCount++;
    const line = this.#waiting.get(owner);
    if (line === undefined) this.#waiting.set(owner, [turn.resolve]);
    else line.push(turn.resolve);
    this.#giveTurns();
    await turn.promise;
    try {
      return await work();
    } finally {
      this.#working.delete(owner);
      this.#moveToEnd(owner);
      this.#giveTurns();
    }
  }

  #moveToEnd(owner: string): void {
    const line = this.#waiting.get(owner);
    if (line === undefined) return;
    this.#waiting.delete(owner);
    this.#waiting.set(owner, line);
  }

  #giveTurns(): void {
    clearTimeout(this.#untilDue);
    let nextMs = Number.POSITIVE_INFINITY;
    for (const [owner, line] of this.#waiting) {
      if (this.#working.size >= this.#turnsMax) return;
      if (this.#working.has(owner)) continue;
      const dueInMs = this.#dueInMs(owner);
      if (dueInMs > 0) {
        nextMs = Math.min(nextMs, dueInMs);
        continue;
      }
      const begin = line.shift()!;
      if (line.length === 0) this.#waiting.delete(owner);
      this.#working.add(owner);
      this.#waitingCount--;
      begin();
    }
    if (nextMs < Number.POSITIVE_INFINITY)
      this.#untilDue = setTimeout(() => this.#giveTurns(), Math.ceil(nextMs));
  }
}
