/**
 * Lets one request of a hardware id be handled at a time in this process. The database keeps requests apart anyway, also those
 * of other processes, but many at once would all be run again and again, and some would be refused. The number of waiting
 * requests is that of requests in progress.
 */
export class HardwareTurns {
  readonly #last = new Map<string, Promise<unknown>>();

  async take<T>(hardware: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(hardware) ?? Promise.resolve();
    const turn = before.then(work, work);
    this.#last.set(hardware, turn);
    try {
      return await turn;
    } finally {
      if (this.#last.get(hardware) === turn) this.#last.delete(hardware);
    }
  }
}
