const everyMs = 200;

/** One line on standard error that says how far a long command has come; nothing where nobody watches. */
export class Progress {
  readonly #isWatched = process.stderr.isTTY === true;
  #shownMs = Number.NEGATIVE_INFINITY;

  show(text: () => string): void {
    const nowMs = performance.now();
    if (!this.#isWatched || nowMs - this.#shownMs < everyMs) return;
    this.#shownMs = nowMs;
    process.stderr.write(`\r${text()}\u001b[K`);
  }

  /** The last word, which is written for logs too. */
  end(text: string): void {
    process.stderr.write(this.#isWatched ? `\r${text}\u001b[K\n` : `${text}\n`);
  }
}
