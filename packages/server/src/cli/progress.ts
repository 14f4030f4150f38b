const everyMs = 200;

/** One line on standard error that shows the progress of a long command; nothing if nobody watches. */
export class Progress {
  readonly #isWatched = process.stderr.isTTY === true;
  #shownMs = Number.NEGATIVE_INFINITY;

  show(text: () => string): void {
    const nowMs = performance.now();
    if (!this.#isWatched || nowMs - this.#shownMs < everyMs) return;
    this.#shownMs = nowMs;
    process.stderr.write(`\r${text()}\u001b[K`);
  }

  /** The last line, which is also written to logs. */
  end(text: string): void {
    process.stderr.write(this.#isWatched ? `\r${text}\u001b[K\n` : `${text}\n`);
  }
}
