/** What a piece of work has taken so far. */
interface Spent {
  ms: number;
}

/**
 * Measures the time of pieces of work that are under way at once on one thread. Nothing tells which of them the thread
 * worked for, so each has an equal part of the time. So work is not charged for what it had to wait for others.
 */
export class DividedTime {
  readonly #underWay = new Set<Spent>();
  #atMs = 0;

  begin(nowMs: number): Spent {
    this.#divide(nowMs);
    const spent = { ms: 0 };
    this.#underWay.add(spent);
    return spent;
  }

  end(spent: Spent, nowMs: number): number {
    this.#divide(nowMs);
    this.#underWay.delete(spent);
    return spent.ms;
  }

  #divide(nowMs: number): void {
    const partMs = (nowMs - this.#atMs) / this.#underWay.size;
    for (const spent of this.#underWay) spent.ms += partMs;
    this.#atMs = nowMs;
  }
}
