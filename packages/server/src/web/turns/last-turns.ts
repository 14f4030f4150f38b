/** Remembers who had the last turns, to tell whether somebody has been alone for a while. */
export class LastTurns {
  readonly #aloneAfterMs: number;
  #last = "";
  #lastMs = Number.NEGATIVE_INFINITY;
  /** When somebody other than the last one had a turn. */
  #otherMs = Number.NEGATIVE_INFINITY;

  constructor(aloneAfterMs: number) {
    this.#aloneAfterMs = aloneAfterMs;
  }

  had(name: string, nowMs: number): void {
    if (name !== this.#last) {
      this.#otherMs = this.#lastMs;
      this.#last = name;
    }
    this.#lastMs = nowMs;
  }

  /** Whether nobody else had a turn lately. */
  isAlone(name: string, nowMs: number): boolean {
    const othersMs = name === this.#last ? this.#otherMs : this.#lastMs;
    return nowMs - othersMs > this.#aloneAfterMs;
  }
}
